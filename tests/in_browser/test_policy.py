"""Test what the content security policy of our pages refuses; all other tests here show that it takes nothing away."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from in_browser.conftest import IN_BOTH, Pages
from pegasos_edu.common.html import OfSite, whole_page

BODY = """<div id="names"></div>
<iframe srcdoc="&lt;script>fetch('ELSEWHERE/frame').catch(() => { parent.inFrame = 'refused' })&lt;/script>"></iframe>
<script type="module">
const NAMES = `<img src="data:," onerror="window.hit = 'an attribute'">
<img src="ELSEWHERE/image"><link rel="stylesheet" href="ELSEWHERE/style"><iframe src="ELSEWHERE/page"></iframe>
<object data="ELSEWHERE/object"></object><base href="ELSEWHERE/base/"><p style="background: url(ELSEWHERE/background)">
<form action="ELSEWHERE/form"><input name="what"></form>`;
const ACTS = {
  fetch: () => fetch("ELSEWHERE/fetch"),
  data: () => fetch("data:,"),
  eval: () => (0, eval)("1"),
  import: () => import("ELSEWHERE/a.js"),
  script: () => loaded(Object.assign(document.createElement("script"), { src: "ELSEWHERE/script.js" })),
  socket: () => opened(new WebSocket("ELSEWHERE/socket".replace("http", "ws"))),
  form: () => { document.querySelector("form").submit(); throw new Error("it is still here"); },
};
const IN_WORKER = `onmessage = async () => {
  const acts = [() => fetch("ELSEWHERE/worker"), () => eval("1"), () => import("ELSEWHERE/b.js"),
    () => importScripts("ELSEWHERE/c.js")];
  let refused = 0;
  for (const act of acts) try { await act(); } catch { refused++; }
  postMessage(refused);
}`;
const loaded = (script) => new Promise((done, fail) => {
  Object.assign(script, { onload: done, onerror: fail });
  document.head.append(script);
});
const opened = (socket) => new Promise((done, fail) => Object.assign(socket, { onopen: done, onerror: fail }));

async function tried() {
  document.querySelector("#names").innerHTML = NAMES;
  navigator.sendBeacon?.("ELSEWHERE/beacon");
  const refused = [];
  for (const [name, act] of Object.entries(ACTS)) {
    try { await act(); } catch { refused.push(name); }
  }
  const worker = new Worker(URL.createObjectURL(new Blob([IN_WORKER], { type: "text/javascript" })));
  worker.postMessage("");
  refused.push(await new Promise((done) => { worker.onmessage = ({ data }) => done(data); }));
  return [refused, window.hit ?? "", document.baseURI === location.href, window.inFrame ?? ""];
}
window.outcome = new Promise((done) => addEventListener("load", () => setTimeout(() => done(tried()), 100)));
</script>"""


@pytest.fixture
def elsewhere():
    """Serve another machine's pages; return its address and the list of what it was asked for."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()
    thread.join()


@IN_BOTH
@pytest.mark.parametrize("of_site", [None, OfSite("Site", "Words.", (("Home", "index.html"),))], ids=["page", "site"])
def test_a_page_asks_nobody_and_runs_no_attribute_whatever_gets_into_it(of_site, elsewhere, browser, tmp_path):
    address, asked = elsewhere
    path = tmp_path / "page.html"
    path.write_text(whole_page("Hostile", "", BODY.replace("ELSEWHERE", address), of_site), "utf-8")
    pages = Pages(browser)
    page = pages(path)
    refused, hit, is_here, in_frame = page.evaluate("outcome")
    pages.close()
    assert refused == ["fetch", "data", "eval", "import", "script", "socket", "form", 4]
    assert (hit, is_here, in_frame, asked) == ("", True, "refused", [])
