"""What a person does with a page in a browser: sees a text, presses a button, chooses from a list.

Dagster's pages draw themselves anew while they are read, so an element that was found may be gone by the next command.
Every action here looks its element up again, together with what is done to it, until both have worked. What runs and
backfills say over GraphQL is in `runs`.
"""

from collections.abc import Callable

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE_S = 60
REDRAWN = (StaleElementReferenceException, ElementClickInterceptedException, ElementNotInteractableException)


def insist(browser: webdriver.Chrome, done: Callable[[], bool], what: str) -> None:
    """Tries again until it is done; an element that the page has redrawn meanwhile counts as not done yet."""
    waiting = WebDriverWait(browser, PATIENCE_S, ignored_exceptions=REDRAWN)
    waiting.until(lambda _: done(), f"{what} in {PATIENCE_S} s")


def showing(text: str) -> str:
    """The XPath of whatever has the text."""
    return f"//*[contains(normalize-space(text()), '{text}')]"


def see(browser: webdriver.Chrome, text: str) -> None:
    """Waits until the page shows the text."""
    insist(browser, lambda: bool(browser.find_elements(By.XPATH, showing(text))), f"the page did not show {text!r}")


def press(browser: webdriver.Chrome, where: str) -> None:
    """Clicks the first displayed element at an XPath."""

    def pressed() -> bool:
        for element in browser.find_elements(By.XPATH, where):
            if element.is_displayed():
                element.click()
                return True
        return False

    insist(browser, pressed, f"{where} could not be pressed")


def click(browser: webdriver.Chrome, *labels: str) -> None:
    """Clicks the first enabled button whose text is one of the labels."""

    def clicked() -> bool:
        for button in browser.find_elements(By.TAG_NAME, "button"):
            if button.is_displayed() and button.is_enabled() and button.text.strip() in labels:
                button.click()
                return True
        return False

    insist(browser, clicked, f"no button {' or '.join(labels)} could be clicked")


def choose(browser: webdriver.Chrome, where: str, text: str) -> None:
    """Types into the input at an XPath what its list then offers, and takes it; from the start until it is taken.

    Taken means that the input says so after the focus has left it: while it has the focus, it shows what was typed.
    """

    def taken() -> bool:
        field = browser.find_element(By.XPATH, where)
        focused = browser.execute_script("return document.activeElement === arguments[0]", field)
        return not focused and field.get_attribute("value") == text

    def typed() -> bool:
        browser.find_element(By.XPATH, where).click()
        browser.find_element(By.XPATH, where).send_keys(Keys.CONTROL, "a")
        browser.find_element(By.XPATH, where).send_keys(text)
        see(browser, text)
        browser.find_element(By.XPATH, where).send_keys(Keys.ENTER)
        return taken()

    insist(browser, lambda: taken() or typed(), f"{text!r} could not be chosen at {where}")


def page_text(browser: webdriver.Chrome) -> str:
    return str(browser.execute_script("return document.body.innerText"))
