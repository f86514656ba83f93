// Debian installs the headers in a subfolder. Only pkg-config, which may be missing, knows it.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
