/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "param/toml_shim.h"

#include <cstdio>
#include <sstream>
#include <string>
#include <string_view>

#include <toml++/toml.h>

namespace
{

struct Walk {
    void (*take)(void *, const TomlValue *);
    void *context;

    void emit(std::string_view table, std::string_view key, TomlKind kind, std::string_view value,
              int line) const
    {
        TomlValue out = {table.data(), key.data(),   value.data(), table.size(),
                         key.size(),   value.size(), kind,         line};
        take(context, &out);
    }

    static std::string in_words(const toml::node &node)
    {
        if (node.is_array())
            return "an array of other things than whole numbers";
        std::ostringstream out;
        if (auto number = node.as_floating_point())
            out << "the fraction " << *number;
        else if (auto date = node.as_date())
            out << "the date " << *date;
        else
            out << "a date or time";
        return out.str();
    }

    static bool all_integers(const toml::array &array)
    {
        for (const auto &element : array)
            if (!element.is_integer())
                return false;
        return true;
    }

    void value(std::string_view table, std::string_view key, const toml::node &node, int line) const
    {
        if (auto boolean = node.as_boolean()) {
            emit(table, key, TOML_BOOLEAN, boolean->get() ? "true" : "false", line);
        } else if (auto integer = node.as_integer()) {
            emit(table, key, TOML_INTEGER, std::to_string(integer->get()), line);
        } else if (auto string = node.as_string()) {
            emit(table, key, TOML_STRING, string->get(), line);
        } else if (node.is_array() && all_integers(*node.as_array())) {
            std::string list;
            for (const auto &element : *node.as_array())
                list += (list.empty() ? "" : " ") + std::to_string(element.as_integer()->get());
            emit(table, key, TOML_INTEGERS, list, line);
        } else {
            emit(table, key, TOML_OTHER, in_words(node), line);
        }
    }

    void table(const std::string &path, const toml::table &table_node) const
    {
        for (auto &&[key, node] : table_node) {
            int line = (int)key.source().begin.line;
            if (auto below = node.as_table()) {
                std::string name = path.empty() ? std::string(key.str()) : path + "." + key.data();
                emit(name, "", TOML_TABLE_HEAD, "", line);
                table(name, *below);
            } else {
                value(path, key.str(), node, line);
            }
        }
    }
};

} // namespace

int toml_shim_parse(const char *text, size_t length, void (*take)(void *, const TomlValue *),
                    void *context, int *line, char *message, size_t message_size)
{
    try {
        toml::table root = toml::parse(std::string_view(text, length));
        Walk{take, context}.table("", root);
        return 1;
    } catch (const toml::parse_error &error) {
        *line = (int)error.source().begin.line;
        std::snprintf(message, message_size, "%.*s", (int)error.description().size(),
                      error.description().data());
    } catch (const std::exception &error) {
        *line = 0;
        std::snprintf(message, message_size, "%s", error.what());
    }
    return 0;
}
