"""The API as the desk mounts it: made when somebody first asks for it, so that nobody waits for it who does not."""

from __future__ import annotations

import asyncio
from typing import Any

from rookery.web.site import Site


class Late:
    """An application that is imported and made with the first request for it."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.made: Any = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if self.made is None:
            self.made = await asyncio.to_thread(self._make)
        await self.made(scope, receive, send)

    def _make(self) -> Any:
        from rookery.web.twins import api

        return api(self.site)
