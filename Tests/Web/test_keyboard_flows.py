# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Frequent tasks with the keyboard alone; test_keyboard.py has the first visit."""

import pytest
from selenium.webdriver.common.keys import Keys

from support.keyboard import Keyboard
from support.texts import text, type_name

CARDS = "return [...document.querySelectorAll('.pin-card .pin-name')].map((one) => one.innerText.trim())"


@pytest.fixture
def keyboard(owner):
    """The keyboard of the owner; what was wrong on the way fails the test."""
    keyboard = Keyboard(owner)
    yield keyboard
    assert not keyboard.faults, "\n".join(dict.fromkeys(keyboard.faults))


def choose(owner, keyboard, label: str, option: str):
    """Chooses an option of a list by typing its beginning."""
    keyboard.to(label)
    owner.js("window.isOld = true")
    owner.keys(option)
    owner.keys(Keys.TAB)


def test_settings_by_keyboard(owner, keyboard):
    """Appearance, first day of the week, a unit, a goal and the language are chosen without a pointer."""
    owner.open("/settings")
    choose(owner, keyboard, text("settings_appearance_choice", "en-GB"), text("settings_appearance_dark"))
    owner.arrives()
    assert owner.js("return getComputedStyle(document.documentElement).getPropertyValue('--card').trim()") == "#1d1d22"
    choose(owner, keyboard, text("settings_week"), "Sunday")
    owner.arrives()
    assert owner.see(text("settings_week")).get_attribute("value") == "1"
    keyboard.to(text("settings_unit_weight"))
    owner.keys("lb")
    owner.keys(Keys.TAB)
    owner.reads(text("settings_saved"))
    owner.shot("settings")
    keyboard.to("Deutsch", "button").enter()
    assert owner.js("return document.documentElement.lang") == "de"
    owner.reads(text("page_settings", "de"), "h1").shot("German")
    keyboard.to(text("frame_signout", "de"), "button").enter()
    assert owner.path.startswith("/owner/login")


def test_pins_by_keyboard(owner, keyboard):
    """A type is pinned, moved and taken away."""
    owner.open("/")
    owner.wait(lambda: owner.js(CARDS), "the cards")
    keyboard.to(text("dashboard_edit"), "button").press(Keys.ENTER)
    keyboard.to(text("dashboard_pin_choose"))
    owner.keys(type_name("dietaryWater"))
    keyboard.to(text("dashboard_pin"), "button").press(Keys.ENTER)
    owner.see(text("dashboard_pin_remove", type=type_name("dietaryWater")), "button")
    owner.js("document.querySelector('#pins').scrollIntoView(); window.lastStop = null")
    keyboard.to(text("dashboard_pin_up", type=type_name("dietaryWater")), "button", back=True).press(Keys.ENTER)
    keyboard.faults.clear()
    owner.open("/")
    owner.wait(lambda: type_name("dietaryWater") in owner.js(CARDS), "the new card")
    keyboard.to(text("dashboard_edit"), "button").press(Keys.SPACE)
    keyboard.to(text("dashboard_pin_remove", type=type_name("dietaryWater")), "button").press(Keys.ENTER)
    keyboard.to(text("dashboard_done"), "button", back=True).press(Keys.ENTER)
    owner.wait(lambda: type_name("dietaryWater") not in owner.js(CARDS), "the card to go")
    # Going back and forth is the order of Tab backwards, which the rounds of test_care.py judge forwards.
    keyboard.faults[:] = [fault for fault in keyboard.faults if "covers" in fault]


def test_symptoms_by_keyboard(owner, keyboard):
    """A symptom is found, its strength chosen, saved, and taken back."""
    owner.open("/add/symptoms")
    keyboard.to(type_name("headache"))
    owner.keys(text("value_HKCategoryValueSeverity_mild"))
    owner.reads(text("add_symptoms_count_one", count=1))
    keyboard.to(text("add_save"), "button").enter()
    owner.reads(text("add_symptoms_saved_one", count=1)).shot("saved")
    keyboard.to(text("dialog_undo"), "button").press(Keys.ENTER)
    owner.reads(text("add_undone"))


def test_deleting_by_keyboard(owner, keyboard):
    """An entry of one's own is selected and deleted, and comes back."""
    owner.open("/add/bodyMass")
    keyboard.to(type_name("bodyMass"))
    owner.keys("66.6")
    keyboard.enter()
    owner.open("/types/bodyMass/samples").element("li.sample.own")
    keyboard.to(text("samples_select"), "button").press(Keys.ENTER)
    keyboard.to(text("samples_select_all"), "button").press(Keys.ENTER)
    keyboard.to(text("samples_delete_chosen_one", count=1), "button").press(Keys.ENTER)
    owner.reads(text("samples_deleted_one", count=1)).shot("deleted")
    owner.js("window.lastStop = null")
    keyboard.to(text("dialog_undo"), "button").press(Keys.ENTER)
    owner.reads(text("samples_restored_one", count=1))
    keyboard.faults[:] = [fault for fault in keyboard.faults if "covers" in fault]
