// Debian keeps the headers in a folder of their own, which pkg-config would tell where it is installed.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
