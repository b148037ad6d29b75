/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "web/sockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 256 };

/* -1 with errno. */
static int open_one(const struct sockaddr *address, socklen_t size)
{
    int one = 1;
    int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (address->sa_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
    if (bind(fd, address, size) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

bool sockets_open(int *port, int sockets[2], Diag *diag)
{
    struct sockaddr_in four = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)*port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    socklen_t size = sizeof four;
    sockets[0] = open_one((struct sockaddr *)&four, sizeof four);
    if (sockets[0] < 0)
        return diag_error(diag, "cannot listen on 127.0.0.1:%d: %s", *port, strerror(errno));
    if (getsockname(sockets[0], (struct sockaddr *)&four, &size) == 0)
        *port = ntohs(four.sin_port);
    const struct sockaddr_in6 six = {
        .sin6_family = AF_INET6,
        .sin6_port = htons((uint16_t)*port),
        .sin6_addr = IN6ADDR_LOOPBACK_INIT,
    };
    sockets[1] = open_one((const struct sockaddr *)&six, sizeof six);
    return true;
}
