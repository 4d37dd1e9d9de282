"""Waiting for a page: Playwright's own `wait_for_function` polls by eval, which the policy of a report refuses."""

import time


def wait_until(page, expression, argument=None, seconds=60.0):
    """Evaluate an expression or a function in a page, again and again, until it is true."""
    ends = time.monotonic() + seconds
    while not page.evaluate(expression, argument):
        assert time.monotonic() < ends, f"not so after {seconds} s: {expression}"
        page.wait_for_timeout(20)
