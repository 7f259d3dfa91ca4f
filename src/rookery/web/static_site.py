"""The public pages of a tournament as files for any web server, or to be opened from a folder.

Links are relative, nothing is loaded from elsewhere, and a page without changes has the same bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import rookery
from rookery._record import fields, record, replace
from rookery.documents import round_pgn
from rookery.errors import RookeryError, UnsupportedError
from rookery.files import write_file
from rookery.json_codec import to_json_data
from rookery.messages import msg
from rookery.model import Tournament
from rookery.serialize.as_data import VERSION
from rookery.storage import Stream
from rookery.tournaments.domain.import_export import export_tournament
from rookery.web.addresses import Addresses
from rookery.web.cache import ValueCache
from rookery.web.context import AppContext
from rookery.web.openapi import form_name
from rookery.web.page_spec import Page, RequestContext
from rookery.web.pages import PAGES
from rookery.web.rendering import render_page
from rookery.web.static_files import STATIC, join_style_sheet
from rookery.web.templating import ENGLISH

HIDEABLE = ("title", "federation", "club", "fide_id")
"""The columns of players that can be left out; tie-breaks and reasons need the ratings."""

MANIFEST = "rookery-site.json"
"""The file in a site that lists its files; a folder without it belongs to something else."""

MAX_PAGES = 20_000

_PAGES = {
    "now": "index", "round": "round", "names": "names", "schedule": "schedule", "reasons": "reasons",
    "standings": "standings", "crosstable": "crosstable", "player-page": "player",
}  # fmt: skip
"""The pages of a site, with the beginning of the names of their files."""

_QUERIES = {"after", "as", "round"}
"""The parameters of pages that lead to files of their own."""


@record
class SitePage:
    """A page of a site: what it shows, and the name of its file without the ending."""

    page: Page
    params: tuple[tuple[str, str], ...]
    query: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """Name of the file, unique in the site."""
        parts = [_PAGES[self.page.name], *(value for key, value in self.params if key != "slug")]
        parts += [part for pair in self.query for part in pair]
        return "-".join(re.sub(r"[^A-Za-z0-9]+", "_", part) for part in parts)


@record
class SiteReport:
    """What was written: the number of files, and how many of them are new or changed, or were removed."""

    files: int
    changed: int
    removed: int


# -- building ----------------------------------------------------------------------------------------------------------


def build_site(site: AppContext, stream: Stream, hidden: Collection[str] = ()) -> dict[str, bytes]:
    """Return the files of a site by name; `hidden` columns are in none of them.

    Raises:
        RookeryError: The tournament is not public, or a column cannot be left out.
    """
    if unknown := sorted(set(hidden) - set(HIDEABLE)):
        raise RookeryError(
            msg("%(names)s cannot be left out: %(known)s can", names=", ".join(unknown), known=", ".join(HIDEABLE))
        )
    if site.prefix:  # the links of a site are relative: its pages are found by the paths of the application
        site = replace(site, addresses=Addresses(0), cache=ValueCache())
    visit = _public_context(site, stream)
    files = {"style.css": join_style_sheet().encode() + _SITE_CSS, "rook.svg": (STATIC / "rook.svg").read_bytes()}
    files |= _data_files(visit, frozenset(hidden))
    download = next(name for name in files if name.startswith("data/tournament."))
    waiting = list(_first_pages(visit))
    names = {item.name for item in waiting}
    while waiting:
        item = waiting.pop()
        context = replace(visit, params=dict(item.params), query=dict(item.query))
        try:
            view = hide_columns(item.page.view(context), frozenset(hidden))
        except RookeryError:  # the format has no such page, or there is nothing to show yet
            files[f"{item.name}.html"] = _empty_page(visit)
            continue
        writer = SitePageWriter(visit.slug, len(visit.state.tournament.rounds), download)
        writer.feed(render_page(context, item.page, view=view))
        writer.close()
        files[f"{item.name}.html"] = writer.text.encode()
        data = {"form": form_name(item.page), "version": VERSION, "tournament": visit.slug, "view": to_json_data(view)}
        files[f"data/{item.name}.json"] = json.dumps(data, ensure_ascii=False, indent=1).encode() + b"\n"
        for linked in writer.linked:
            if linked.name not in names and len(names) < MAX_PAGES:
                names.add(linked.name)
                waiting.append(linked)
    return dict(sorted(files.items()))


def _public_context(site: AppContext, stream: Stream) -> RequestContext:
    """Return the context of a visitor in English."""
    current = site.desk.current(stream.id, stream.version)
    state = site.displayed_state(stream.id, current, public=True)
    content = site.index.content()
    if not site.is_public(stream.slug, current.state) or current.state.permanent.place == "deleted":
        raise RookeryError(msg("%(name)s is not public: change what the public sees first", name=stream.slug))
    return RequestContext(
        site, stream=stream, state=state, version=current.version, public=True, language=ENGLISH,
        working=current.state, tournaments=(), event=content.event_of(stream.id), total=content.total,
    )  # fmt: skip


def _first_pages(visit: RequestContext) -> Iterator[SitePage]:
    """Yield the pages from which the others are found, and the page of every player."""
    for path in ("", "/names", "/standings", "/crosstable"):
        yield _require_page(f"{visit.at}{path}")
    for number in range(1, len(visit.state.tournament.rounds) + 1):
        yield _require_page(f"{visit.at}/round/{number}")
        yield _require_page(f"{visit.at}/names?round={number}")
    for key in visit.state.keys.participants:
        yield _require_page(f"{visit.at}/player/{key}")


def _require_page(address: str) -> SitePage:
    page = find_page(address)
    assert page is not None, address
    return page


@cache
def _routes() -> tuple[tuple[re.Pattern[str], Page], ...]:
    """Return the public addresses of the pages of a site as patterns."""
    return tuple(
        (re.compile(re.sub(r"\{(\w+)(:int)?\}", _parameter_pattern, path)), page)
        for page in PAGES
        if page.name in _PAGES
        for path, public in page.addresses
        if public
    )


def _parameter_pattern(match: re.Match[str]) -> str:
    return f"(?P<{match[1]}>{'[0-9]{1,9}' if match[2] else '[^/]+'})"


def find_page(address: str) -> SitePage | None:
    """Return the page of a site at a public address, or None."""
    parts = urlsplit(address)
    query = tuple(sorted(pair for pair in parse_qsl(parts.query) if pair[1]))
    if parts.scheme or parts.netloc or any(name not in _QUERIES or not value.isalnum() for name, value in query):
        return None
    for pattern, page in _routes():
        if (match := pattern.fullmatch(parts.path.rstrip("/"))) and all(page.has_parameter(name) for name, _ in query):
            return SitePage(page, tuple(match.groupdict().items()), query)
    return None


def hide_columns(value: Any, hidden: Collection[str]) -> Any:
    """Return a view in which these fields of every record are empty, without the categories that they make."""
    if not hidden:
        return value
    if isinstance(value, tuple):
        return tuple(hide_columns(item, hidden) for item in value if getattr(item, "sort", "") not in hidden)
    if isinstance(value, dict):
        return {key: hide_columns(item, hidden) for key, item in value.items()}
    if not hasattr(type(value), "__dataclass_fields__") or isinstance(value, Tournament):
        return value
    changes = {}
    for item in fields(value):
        old = getattr(value, item.name)
        new = ("" if isinstance(old, str) else None) if item.name in hidden else hide_columns(old, hidden)
        if new is not old and new != old:
            changes[item.name] = new
    return replace(value, **changes) if changes else value


def _data_files(visit: RequestContext, hidden: Collection[str]) -> dict[str, bytes]:
    """Return the tournament as TRF (or JSON, if TRF has no place for it) and its rounds as PGN.

    Birth dates and hidden columns are in none of them.
    """
    tournament = export_tournament(visit.state)
    emptied: dict[str, Any] = {"birth": None} | {name: None if name == "fide_id" else "" for name in hidden}
    players = tuple(replace(player, **emptied) for player in tournament.players)
    tournament = replace(tournament, players=players)
    try:
        files = {"data/tournament.trf": rookery.dumps(tournament, "trf26")}
    except UnsupportedError:  # such as several games of two players in a round
        files = {"data/tournament.json": rookery.dumps(tournament, "json")}
    for number in range(1, len(tournament.rounds) + 1):
        files[f"data/round-{number}.pgn"] = round_pgn(tournament, number).encode()
    return files


# -- pages -------------------------------------------------------------------------------------------------------------

_VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
_LEFT_OUT = {"dialog", "form", "input", "script", "template"}
"""Elements that need the desk."""
_LEFT_OUT_CLASSES = {"address", "live", "search", "skip"}
_LEFT_OUT_IDS = {"offline", "said", "texts"}
_FILES = {"stylesheet": "style.css", "icon": "rook.svg"}

_SITE_CSS = b"\n.site-data { margin-left: auto; }\n"


class SitePageWriter(HTMLParser):
    """Rewrite a public page for a site: relative links, nothing that needs the desk.

    `linked` are the pages of the site that it links to, `text` is the result.
    """

    def __init__(self, slug: str, rounds: int, download: str) -> None:
        super().__init__(convert_charrefs=False)
        self.linked: list[SitePage] = []
        self._slug, self._rounds, self._download = slug, rounds, download
        self._parts: list[str] = []
        self._left_out: list[str] = []
        self._closings: list[str] = []

    @property
    def text(self) -> str:
        """The rewritten page."""
        return re.sub(r"\n[ \t]*(?=\n)", "", "".join(self._parts))

    def handle_decl(self, decl: str) -> None:
        """Copy the document type."""
        self._write(f"<!{decl}>")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Copy an element with its relative link, or leave it out."""
        attributes = dict(attrs)
        if self._left_out:
            if tag not in _VOID:
                self._left_out.append(tag)
            return
        classes = set((attributes.get("class") or "").split())
        is_dead = tag == "button" or (tag == "a" and not self._relink(attributes))
        if self._is_left_out(tag, attributes, classes) or (is_dead and ("btn" in classes or "nav" in self._closings)):
            if tag not in _VOID:
                self._left_out.append(tag)
            return
        if tag == "link":
            attributes["href"] = _FILES[attributes.get("rel") or ""]
        name = "span" if is_dead else tag
        if tag == "button":  # a value that opens its calculation at the desk
            attributes = {"class": attributes.get("class")}
        if tag not in _VOID:
            self._closings.append(name)
        kept = [(key, value) for key, value in attributes.items() if not key.startswith("data-")]
        self._write(f"<{name}{''.join(map(_format_attribute, kept))}>")

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        if tag in _VOID:
            return
        if self._left_out:
            self._left_out.pop()
            return
        name = self._closings.pop()
        if name == "footer":
            label = Path(self._download).suffix[1:].upper()
            self._write(f'<a class="site-data" href="{self._download}" download>{label}</a>')
        self._write(f"</{name}>")

    def handle_data(self, data: str) -> None:
        """Copy text."""
        self._write(data)

    def handle_entityref(self, name: str) -> None:
        """Copy a character reference by name."""
        self._write(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Copy a character reference by number."""
        self._write(f"&#{name};")

    def _write(self, text: str) -> None:
        if not self._left_out:
            self._parts.append(text)

    def _is_left_out(self, tag: str, attributes: Mapping[str, str | None], classes: set[str]) -> bool:
        return bool(tag in _LEFT_OUT or attributes.get("id") in _LEFT_OUT_IDS or classes & _LEFT_OUT_CLASSES)

    def _relink(self, attributes: dict[str, str | None]) -> bool:
        """Make the address of a link relative; return False if the site has no such page."""
        address = attributes.get("href") or ""
        if address.startswith("#") or urlsplit(address).scheme in ("http", "https"):
            return True
        linked = find_page(address)
        if linked is None or not self._is_in_site(linked):
            for key in ("href", "download", "hreflang", "target", "rel"):
                attributes.pop(key, None)
            return False
        self.linked.append(linked)
        attributes["href"] = f"{linked.name}.html"
        return True

    def _is_in_site(self, item: SitePage) -> bool:
        """Return whether a page is one of this tournament, and of a round that is public."""
        values = dict((*item.params, *item.query))
        return values["slug"] == self._slug and int(values.get("round", 0)) <= self._rounds


def _format_attribute(attribute: tuple[str, str | None]) -> str:
    name, value = attribute
    return f" {name}" if value is None else f' {name}="{escape(value)}"'


def _empty_page(visit: RequestContext) -> bytes:
    """Return the page for what there is not yet; it leads to the first page."""
    name = escape(visit.state.tournament.info.name or visit.slug)
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    head += f'<title>{name}</title><link rel="stylesheet" href="style.css">'
    main = f'<p>There is nothing to show here yet.</p>\n<p><a href="index.html">{name}</a></p>'
    body = f'<body><main class="pub">{main}</main></body>'
    return f'<!doctype html>\n<html lang="en">\n<head>{head}</head>\n{body}\n</html>\n'.encode()


def withdrawn_site() -> dict[str, bytes]:
    """Return the files of the site of a tournament that is no longer public: one page, which does not name it."""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    head += "<title>Not public</title>"
    body = "<body><p>This tournament is not public.</p></body>"
    return {"index.html": f'<!doctype html>\n<html lang="en">\n<head>{head}</head>\n{body}\n</html>\n'.encode()}


def has_site(folder: Path) -> bool:
    """Return whether a site was written into a folder before."""
    return _read_manifest(folder / MANIFEST) is not None


# -- writing -----------------------------------------------------------------------------------------------------------


def write_site(folder: Path, files: Mapping[str, bytes]) -> SiteReport:
    """Write a site into a folder: only what has changed, each file at once, the first page last.

    Files of an earlier site that are not in the new one are removed.

    Raises:
        RookeryError: The folder has other files.
    """
    manifest = folder / MANIFEST
    before = _read_manifest(manifest)
    if before is None and folder.exists() and any(folder.iterdir()):
        raise RookeryError(msg("%(folder)s has files of something else: name an empty folder", folder=str(folder)))
    changed = 0
    for name in sorted(files, key=lambda name: (name == "index.html", name)):
        path = folder / name
        if not path.is_file() or path.read_bytes() != files[name]:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(str(path), files[name])
            changed += 1
    stale = [name for name in before or () if name not in files and (folder / name).is_file()]
    for name in stale:
        (folder / name).unlink()
    listing = json.dumps({name: sha256(data).hexdigest() for name, data in sorted(files.items())}, indent=1) + "\n"
    if not manifest.is_file() or manifest.read_text("utf-8") != listing:
        write_file(str(manifest), listing.encode())
    return SiteReport(len(files), changed, len(stale))


def _read_manifest(path: Path) -> list[str] | None:
    """Return the names of the files that were written before, or None; names outside the folder are ignored."""
    try:
        names = list(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return [name for name in names if isinstance(name, str) and re.fullmatch(r"(data/)?[A-Za-z0-9_.-]+", name)]


def zip_site(files: Mapping[str, bytes]) -> bytes:
    """Return a site as a ZIP archive; the same site gives the same bytes."""
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return data.getvalue()
