"""IAM: with AUTH=true MiniStack holds every call against the policies of the role that makes it."""

import seams
from ministack import app


def install() -> None:
    seams.replace(app, "pin_request_origin", ["source_ip", "secure_transport"], _encrypted)


def _encrypted(original):
    """AWS is spoken to over TLS, the emulator over plain HTTP on loopback.

    To policies that deny what is not encrypted, as that of the bootstrap stack's bucket does, it counts as encrypted.
    """

    def replacement(source_ip, secure_transport):
        return original(source_ip, True)

    return replacement
