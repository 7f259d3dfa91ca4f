"""Enter the results of a file at a desk: python enter_results.py http://127.0.0.1:8000 easter-open results.csv

Each line of the file has a round, the board and the result: 5,1,1-0. The token is in the variable ROOKERY_TOKEN.
"""

import csv
import json
import os
import sys
import urllib.error
import urllib.request


def call(url, data=None):
    """Send a request with the token; return the status and the answer."""
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(url, body, {"Authorization": f"Bearer {os.environ['ROOKERY_TOKEN']}"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as problem:  # RFC 9457: detail, code, instead
        return problem.code, json.load(problem)


def enter(desk, tournament, number, board, result):
    """Enter a result, unless the board has one already; return what the desk says."""
    status, page = call(f"{desk}/api/v1/t/{tournament}/round/{number}")
    if status != 200:
        return page["detail"]
    line = next((line for line in page["view"]["round"]["boards"] if str(line["number"]) == board), None)
    if line is None:
        return f"round {number} has no board {board}"
    command = {
        "command": "result.enter",
        "id": f"results-{tournament}-{number}-{board}-{result}",  # the same line is entered once
        "round": number,
        "white": line["white"]["key"],
        "black": line["black"]["key"],
        "result": result,
        "was": "pending",  # refused if somebody has entered another result
    }
    status, answer = call(f"{desk}/api/v1/t/{tournament}/commands", command)
    if status == 200:
        return "entered before" if answer["repeated"] else " ".join(answer["said"])
    return answer["detail"]


if __name__ == "__main__":
    desk, tournament, path = sys.argv[1:]
    with open(path, newline="", encoding="utf-8") as file:
        for number, board, result in csv.reader(file):
            print(f"{number}.{board} {enter(desk, tournament, int(number), board, result)}")
