"""The JSON form of a tournament: documented in docs/json.md, versioned, both ways, without a limit of size.

`dumps` writes it, `loads` reads it. What `loads` cannot take as it stands becomes a problem with its path in `field`
("players[3].rating") and the line and columns of that value; only a text that is no tournament at all raises.
"""

from rookery.json_format.read import loads
from rookery.json_format.write import VERSION, dumps

__all__ = ["VERSION", "dumps", "loads"]
