"""Signals that wait until what must not be stopped is done."""

import os
import signal
import threading

import pytest

from becher.engine.solve.backends.held import signals_held


def test_ctrl_c_is_heard_once_the_work_is_done() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt):
        with signals_held():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("work")
        done.append("more work")
    assert done == ["work"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_fault_of_the_work_is_told_rather_than_the_signal() -> None:
    with pytest.raises(ZeroDivisionError), signals_held():
        os.kill(os.getpid(), signal.SIGINT)
        raise ZeroDivisionError
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_threads_that_hear_no_signals_work_as_ever() -> None:
    done = []

    def work() -> None:
        with signals_held():
            done.append("work")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == ["work"]
