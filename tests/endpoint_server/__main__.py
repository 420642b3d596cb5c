"""The server in a process of its own; its first line of output is its address."""

import argparse

from tests.endpoint_server.application import Stub
from tests.endpoint_server.server import EndpointServer


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.endpoint_server", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds until each answer")
    parser.add_argument(
        "--behaviour", default="answer", help="of every request; see tests/endpoint_server/application.py"
    )
    parser.add_argument("--limit", type=int, default=0, help="requests at once before it answers 429; 0: any number")
    told = parser.parse_args()
    stub = Stub(behaviour=told.behaviour, latency_s=told.latency, limit=told.limit)
    with EndpointServer(stub, told.port) as server:
        print(server.base_url, flush=True)
        server.serve()


if __name__ == "__main__":
    main()
