// Debian installs the headers in a subfolder. pkg-config tells the compiler this subfolder, but pkg-config may be
// missing.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
