"""Supports filter patterns of JSON log lines. MiniStack searches each word of a pattern in the line, so it would find none.

https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
"""

import json
import re

import seams
from ministack.services import cloudwatch_logs

PATTERN = re.compile(r'\{ \$\.(\w+) = "([^"]*)" \}')


def install() -> None:
    seams.replace(cloudwatch_logs, "_subscription_pattern_matches", ["pattern", "message"], _with_json)


def _with_json(original):
    def replacement(pattern, message):
        json_pattern = PATTERN.fullmatch(pattern or "")
        if json_pattern is None:
            return original(pattern, message)
        name, value = json_pattern.groups()
        try:
            line = json.loads(message)
        except ValueError:
            return False
        return isinstance(line, dict) and line.get(name) == value

    return replacement
