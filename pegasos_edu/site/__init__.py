"""The site: everything that can be shown without a kernel, as pages of one folder for any static host, or none."""
