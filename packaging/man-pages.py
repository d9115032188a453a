#!/usr/bin/env python3
"""Writes a manual page for the tool and for each of its subcommands, from the tool's description of its own arguments.

Usage: man-pages.py HELP.json VERSION FOLDER, where HELP.json is the output of `health --experimental-dump-help`.
"""

import json
import os
import re
import sys


def escaped(text):
    """Returns a string with troff's special characters escaped."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return "\\&" + text if text.startswith((".", "\\(aq")) else text


def prose(text):
    """Returns paragraphs as troff: lines that are indented stay as they are, and other lines flow."""
    out, literal = [], False
    for line in text.strip("\n").split("\n"):
        is_literal = line.startswith("  ")
        if is_literal != literal:
            out.append(".nf\n.RS 4" if is_literal else ".RE\n.fi")
            literal = is_literal
        out.append(escaped(line.strip()) if line.strip() else ("" if literal else ".PP"))
    if literal:
        out.append(".RE\n.fi")
    return "\n".join(out)


def spelled(name):
    """Returns a name of an option as a person types it."""
    return ("--" if name["kind"] == "long" else "-") + name["name"]


def value_name(argument):
    return "<" + argument.get("valueName", "value") + ">"


def usage(path, command):
    """Returns the line of the synopsis."""
    parts = ["\\fB" + escaped(" ".join(path)) + "\\fR"]
    shown = [a for a in command.get("arguments", []) if a.get("shouldDisplay", True)]
    if any(a["kind"] != "positional" for a in shown):
        parts.append("[\\fIoptions\\fR]")
    for argument in (a for a in shown if a["kind"] == "positional"):
        text = "\\fI" + escaped(argument.get("valueName", "value")) + "\\fR"
        text += " ..." if argument.get("isRepeating") else ""
        parts.append("[" + text + "]" if argument.get("isOptional") else text)
    if visible(command):
        parts.append("\\fIsubcommand\\fR")
    return " ".join(parts)


def visible(command):
    return [c for c in command.get("subcommands", []) if c.get("shouldDisplay", True) and c["commandName"] != "help"]


def described(argument):
    """Returns an argument, its values and its default as an item of a list."""
    if argument["kind"] == "positional":
        head = "\\fI" + escaped(argument.get("valueName", "value")) + "\\fR"
    else:
        head = ", ".join("\\fB" + escaped(spelled(name)) + "\\fR" for name in argument["names"])
        if argument["kind"] == "option":
            head += " \\fI" + escaped(value_name(argument)) + "\\fR"
    text = argument.get("abstract", "")
    values = argument.get("allValues") or []
    if 0 < len(values) <= 12:
        text += " Values: " + ", ".join(values) + "."
    if argument.get("defaultValue"):
        text += " Default: " + argument["defaultValue"] + "."
    body = prose(re.sub(r"\s*\n\s*", " ", text).strip()) if text.strip() else "\\&"
    if argument.get("discussion"):
        body += "\n" + prose(re.sub(r"\s*\n\s*", " ", argument["discussion"]))
    return ".TP\n" + head + "\n" + body


def page(path, command, root, version):
    name = "-".join(path)
    out = [
        f'.TH {escaped(name.upper())} 1 "" "OpenHealthKit {version}" "OpenHealthKit"',
        ".SH NAME",
        escaped(name) + " \\- " + escaped(command.get("abstract", "").rstrip(".").replace("\n", " ")),
        ".SH SYNOPSIS",
        usage(path, command),
    ]
    if command.get("discussion"):
        out += [".SH DESCRIPTION", prose(command["discussion"])]
    shown = [a for a in command.get("arguments", []) if a.get("shouldDisplay", True)]
    for title, kinds in (("ARGUMENTS", ("positional",)), ("OPTIONS", ("option", "flag"))):
        chosen = [a for a in shown if a["kind"] in kinds]
        if chosen:
            out += [".SH " + title] + [described(a) for a in chosen]
    if visible(command):
        out.append(".SH SUBCOMMANDS")
        for child in visible(command):
            reference = "-".join(path + [child["commandName"]])
            out += [".TP", f"\\fB{escaped(reference)}\\fR(1)", prose(child.get("abstract", "").replace("\n", " "))]
    out += [".SH SEE ALSO"]
    others = [path[:-1]] if len(path) > 1 else [path + [c["commandName"]] for c in visible(command)]
    out.append(",\n".join(f"\\fB{escaped('-'.join(o))}\\fR(1)" for o in others))
    return name, "\n".join(out) + "\n"


def walk(path, command, root, version, folder):
    name, text = page(path, command, root, version)
    with open(os.path.join(folder, name + ".1"), "w", encoding="utf-8") as file:
        file.write(text)
    for child in visible(command):
        walk(path + [child["commandName"]], child, root, version, folder)


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: man-pages.py HELP.json VERSION FOLDER")
    with open(sys.argv[1], encoding="utf-8") as file:
        command = json.load(file)["command"]
    walk([command["commandName"]], command, command, sys.argv[2], sys.argv[3])


main()
