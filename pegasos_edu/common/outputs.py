"""Decide what a widget leaves in a saved notebook."""

import os
import sys

from pegasos_edu.common.consoles import Printable

VIEW = "application/vnd.jupyter.widget-view+json"
# In JupyterLab the output of a widget is a panel, which has the class `jupyter-widgets` itself if it shows an error.
# The last rule is for nbclassic.
STYLE = """<style>
.jp-OutputArea-child:has(> .jupyter-widgets):has(+ .jp-OutputArea-child .pegasos-stored),
.jp-OutputArea-child:has(> .jp-OutputArea-output.lm-Panel:not(.jupyter-widgets))
  + .jp-OutputArea-child:has(.pegasos-stored),
.output_area:has(> .jupyter-widgets-view) + .output_area:has(.pegasos-stored) { display: none !important }
</style>"""


class Storable(Printable):
    """Give a widget other forms, which are shown when the kernel that holds the widget is gone.

    JupyterLab always prefers the widget of an output, and shows an error if the widget is gone. So in JupyterLab a
    widget and its HTML are two outputs, and a rule of CSS hides one of them. In other programs there is a single
    output, from which they choose a form that they can show.
    """

    def other_forms(self):
        """Return its other forms by their MIME types, HTML among them."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **_):
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        return {VIEW: view, "text/plain": repr(self)} | self.other_forms()

    def _ipython_display_(self):
        if not _in_jupyterlab():
            raise NotImplementedError  # then IPython calls the other method
        from IPython.display import display

        stored = self._repr_mimebundle_()
        display({VIEW: stored.pop(VIEW)}, raw=True)
        later = stored["text/html"].replace("<iframe ", '<iframe loading="lazy" ')
        display(stored | {"text/html": f'{STYLE}<div class="pegasos-stored">{later}</div>'}, raw=True)


def _in_jupyterlab():
    """Return whether a Jupyter server started this kernel, for JupyterLab or Notebook."""
    from IPython import get_ipython

    of_vs_code = "__vsc_ipynb_file__" in getattr(get_ipython(), "user_ns", ())
    return bool(os.environ.get("JPY_SESSION_NAME")) and "google.colab" not in sys.modules and not of_vs_code
