"""IAM: with AUTH=true MiniStack enforces the policies of the calling role."""

import seams
from ministack import app


def install() -> None:
    seams.replace(app, "pin_request_origin", ["source_ip", "secure_transport"], _encrypted)


def _encrypted(original):
    """The emulator uses plain HTTP, but policies such as that of the bootstrap bucket deny unencrypted requests."""

    def replacement(source_ip, secure_transport):
        return original(source_ip, True)

    return replacement
