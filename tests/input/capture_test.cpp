#include "railyard/input/capture.hpp"

#include <doctest/doctest.h>

#include <memory>

namespace railyard::input {
namespace {

TEST_CASE("escape codes are gone") {
    CHECK(as_shown("\x1b[4m\tGPU0\x1b[0m\n") == "\tGPU0\n");
    CHECK(as_shown("a\x1b[38;5;12mb\x1b[?25hc") == "abc");
    CHECK(as_shown("\x1b]0;root@n7: ~\atitle") == "title");
    CHECK(as_shown("\x1b]8;;http://x\x1b\\link") == "link");
    CHECK(as_shown("\x1b(Ba\x1b=b") == "ab");
    CHECK(as_shown("\x1b]no end\nnext") == "\nnext");
    CHECK(as_shown("cut\x1b[3") == "cut");
    CHECK(as_shown("\x1b") == "");
}

TEST_CASE("all line ends are newlines") {
    CHECK(as_shown("a\r\nb\r\r\nc") == "a\nb\nc");
    CHECK(as_shown("a\rb\r") == "a\nb\n");
    CHECK(as_shown("a\rb\n") == "a\rb\n");  // a line that was written over
    CHECK(as_shown("a\n\r") == "a\n\r");
}

TEST_CASE("what is a prompt") {
    for (const char* prompt : {"$ nvidia-smi topo -m", "root@n7:~# scontrol show topology",
                               "[ops@login1 ~]$ ", "$", "bash-5.1$ lstopo --of xml",
                               "(base) me@n7:/tmp % cat x", "Script started on 2026-11-30 10:00:00"}) {
        CAPTURE(prompt);
        CHECK(is_prompt(prompt));
    }
    for (const char* other :
         {"# a comment", "#BlockName=b1", "SwitchName=s0 Nodes=a@b # c", "Switch\t65 \"S-1\"\t# \"a@b\"",
          "costs 5$", "<a b=\"x@y\"># </a>", "", "mail me@n7 about #5"}) {
        CAPTURE(other);
        CHECK_FALSE(is_prompt(other));
    }
}

TEST_CASE("prompts before and behind a text are blank, lines keep their numbers") {
    CHECK(as_shown("\n$ cat f\nSwitchName=s Nodes=n1\nme@n7:~$ \n") ==
          "\n       \nSwitchName=s Nodes=n1\n         \n");
    CHECK(as_shown("a\n$ b\nc\n") == "a\n$ b\nc\n");
    CHECK(as_shown("$ a") == "   ");
}

TEST_CASE("a source in which nothing differs stays what it is") {
    const auto plain = std::make_shared<const Source>("f", "a\n");
    CHECK(as_shown(plain) == plain);
    const auto shown = as_shown(std::make_shared<const Source>("f", "a\r\n"));
    CHECK(shown->name() == "f");
    CHECK(shown->text() == "a\n");
}

}  // namespace
}  // namespace railyard::input
