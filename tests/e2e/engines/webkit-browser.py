"""A WebKitGTK browser with a profile on disk; MiniBrowser keeps nothing when it is driven.

WebKitWebDriver starts it, and opens its tabs through the automation session. Each tab is a window of a phone's size.

Usage: webkit-browser.py PROFILE [SCRIPT SOCKET]
    SCRIPT  a file that runs in each page before the page's own scripts
    SOCKET  a Unix socket; each `webkit.messageHandlers.postToTest.postMessage(text)` of a page becomes a line there
PROFILE "private" keeps everything in memory, as a private window does.
"""

import os
import socket
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

WIDTH, HEIGHT = 360, 740


def open_context(profile: str) -> WebKit2.WebContext:
    if profile == "private":
        return WebKit2.WebContext.new_ephemeral()
    data = WebKit2.WebsiteDataManager(
        base_data_directory=os.path.join(profile, "data"),
        base_cache_directory=os.path.join(profile, "cache"),
    )
    return WebKit2.WebContext.new_with_website_data_manager(data)


def open_content(script: str, path: str) -> WebKit2.UserContentManager:
    content = WebKit2.UserContentManager()
    with open(script, encoding="utf-8") as file:
        content.add_script(
            WebKit2.UserScript.new(
                file.read(),
                WebKit2.UserContentInjectedFrames.TOP_FRAME,
                WebKit2.UserScriptInjectionTime.START,
                None,
                None,
            )
        )
    line = socket.socket(socket.AF_UNIX)
    line.connect(path)
    content.connect(
        "script-message-received::postToTest",
        lambda _content, result: line.sendall(result.get_js_value().to_string().encode() + b"\n"),
    )
    content.register_script_message_handler("postToTest")
    return content


def main(profile: str, script: str | None = None, path: str | None = None) -> None:
    context = open_context(profile)
    context.set_automation_allowed(True)
    content = open_content(script, path) if script and path else WebKit2.UserContentManager()

    def open_view(_session: WebKit2.AutomationSession) -> WebKit2.WebView:
        view = WebKit2.WebView(web_context=context, user_content_manager=content, is_controlled_by_automation=True)
        window = Gtk.Window(default_width=WIDTH, default_height=HEIGHT)
        window.add(view)
        window.show_all()
        view.connect("close", lambda _view: window.destroy())
        return view

    def start(_context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
        # The driver refuses a browser of another name than the one it asked for.
        info = WebKit2.ApplicationInfo()
        info.set_name("MiniBrowser")
        info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
        session.set_application_info(info)
        session.connect("create-web-view", open_view)

    context.connect("automation-started", start)
    GLib.MainLoop().run()


main(*sys.argv[1:])
