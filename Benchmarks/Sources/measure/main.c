// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// measure FILE COMMAND [ARGUMENT...]: runs the command and writes "seconds cpu-seconds peak-kilobytes status" to FILE.
//
// This program is small and in C because Linux counts the memory of the process that starts a command towards the command's peak,
// so a large starter would hide how little memory the command needs.

#define _GNU_SOURCE
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double seconds(struct timeval time) {
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int main(int count, char **arguments) {
    if (count < 3) {
        fprintf(stderr, "usage: measure FILE COMMAND [ARGUMENT...]\n");
        return 2;
    }
    pid_t child;
    double start = now();
    int failure = posix_spawnp(&child, arguments[2], NULL, NULL, arguments + 2, environ);
    if (failure != 0) {
        fprintf(stderr, "measure: %s: %s\n", arguments[2], strerror(failure));
        return 1;
    }
    int status = 0;
    struct rusage usage;
    while (wait4(child, &status, 0, &usage) < 0) {
        if (errno != EINTR) return 1;
    }
    double wall = now() - start;
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    FILE *file = fopen(arguments[1], "w");
    if (file == NULL) {
        fprintf(stderr, "measure: %s: %s\n", arguments[1], strerror(errno));
        return 1;
    }
    fprintf(file, "%.6f %.6f %ld %d\n", wall, seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss, code);
    return fclose(file) == 0 ? 0 : 1;
}
