"""Static files: their addresses, which change with their version, the joined style sheet, and their endpoint."""

from __future__ import annotations

import gzip
import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from rookery.charts.svg import DARK, LIGHT, PRINTED, css_declarations

ROOT = Path(str(files("rookery.web")))
STATIC = ROOT / "static"
_IMMUTABLE = {"cache-control": "max-age=31536000, immutable"}
_REVALIDATE = {"cache-control": "no-cache"}
"""Cache headers of static files: at an address with their version, and at one without."""
STYLE_SHEET = "desk.css"
"""Name of the style sheet of all pages, which is joined from the colours of the theme and the files of components."""
COMPONENTS = (
    "base", "controls", "layout", "boards", "round", "manual_pairing", "tables", "standings", "cards", "pages",
    "players", "forms", "dialogs", "home", "hall", "public", "events", "privacy", "phone", "own", "print",
)  # fmt: skip
"""The files in `static/css`, in the order of the cascade."""
PHONE_SHEET = "phone.css"
"""Name of the style sheet of the phones at the boards, which is small."""
PHONE_COMPONENTS = ("base", "phone_result")
_STATIC_SUFFIXES = {".css", ".js", ".svg"}


@cache
def static_version() -> str:
    """Return the version of the static files: a hash of all of them and of the style sheet."""
    digest = sha256((join_style_sheet() + join_phone_sheet()).encode())
    for path in sorted(path for path in STATIC.rglob("*") if path.suffix in _STATIC_SUFFIXES):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(STATIC).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:12]


def static_url(name: str, prefix: str = "") -> str:
    """Return the address of a static file, in a folder whose name changes with the content of any of them.

    Browsers may keep the files, and a module imports others from its own folder by relative addresses.
    """
    return f"{prefix}/static/{static_version()}/{name}"


@cache
def join_style_sheet() -> str:
    """Return the style sheet of all pages."""
    return _join_components(COMPONENTS)


@cache
def join_phone_sheet() -> str:
    """Return the style sheet of the phones at the boards."""
    return _join_components(PHONE_COMPONENTS)


def _join_components(names: tuple[str, ...]) -> str:
    return render_tokens_css() + "".join((STATIC / "css" / f"{name}.css").read_text("utf-8") for name in names)


_MEDIA_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@cache
def compressed_files() -> dict[str, bytes]:
    """Return all static texts compressed, by path: phones in a hall share a slow network."""
    files = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in STATIC.rglob("*.*")}
    texts = {name: data for name, data in files.items() if Path(name).suffix in _STATIC_SUFFIXES}
    texts |= {STYLE_SHEET: join_style_sheet().encode(), PHONE_SHEET: join_phone_sheet().encode()}
    return {name: gzip.compress(data, 9, mtime=0) for name, data in texts.items()}


def render_tokens_css() -> str:
    """Render the colours as a style sheet: light, dark by system setting or choice, and for print."""
    light, dark = f"color-scheme:light;{css_declarations(LIGHT)}", f"color-scheme:dark;{css_declarations(DARK)}"
    return (
        f":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
        f":root[data-theme=light]{{{light}}}\n:root[data-theme=dark]{{{dark}}}\n"
        f"@media print{{:root,:root[data-theme]{{{light};{css_declarations(PRINTED)}}}\n"
        f".picture{{{css_declarations(LIGHT)}}}}}\n"
    )


def script_texts() -> tuple[str, ...]:
    """Return the English texts of the script; pages in other languages include their translations."""
    modules = sorted((STATIC / "js").glob("*.js"))
    texts = (text for path in modules for text in re.findall(r'\bgettext\(\s*"([^"]+)"', path.read_text("utf-8")))
    return tuple(dict.fromkeys(texts))


class VersionedStaticFiles(StaticFiles):
    """Static files below a folder named by their version, which browsers may keep, and without it."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)
        self._version = static_version()  # reads the files, so not in a request
        self._compressed = compressed_files()

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or the style sheet."""
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        version, _, name = path.partition("/")
        if not re.fullmatch("[0-9a-f]{12}", version):
            version, name = "", path
        accepted = Headers(scope=scope).get("accept-encoding", "")
        if version == self._version and "gzip" in accepted and name in self._compressed:
            headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
            response = Response(self._compressed[name], media_type=_MEDIA_TYPES[Path(name).suffix], headers=headers)
        elif name == STYLE_SHEET:
            response = Response(join_style_sheet(), media_type="text/css")
        elif name == PHONE_SHEET:
            response = Response(join_phone_sheet(), media_type="text/css")
        else:
            response = await super().get_response(name, scope)
        response.headers.update(_IMMUTABLE if version == self._version else _REVALIDATE)
        return response


async def show_icon(request: Request) -> Response:
    """Answer browsers that ask for an icon without reading the page."""
    return FileResponse(STATIC / "rook.svg", headers=_REVALIDATE)
