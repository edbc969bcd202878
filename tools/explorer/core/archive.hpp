#pragma once
// Values as bytes and back, by one description of each type (archive_*.hpp): a function `fields(archive,
// value)` that names every member once, through a structured binding, so that a member that is added does not
// compile until it is named there. For data that this build wrote itself: the page reads what its own build
// loaded from the shipped files, so there is no version and little checking.

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "railyard/base/ids.hpp"
#include "railyard/base/units.hpp"

namespace railyard::explorer {

template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

// Numbers as they lie in memory: little-endian on every machine this is built on and in WebAssembly.
class Writer {
  public:
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

    template <class... Values>
    void operator()(const Values&... values) {
        (put(values), ...);
    }

  private:
    template <Plain T>
    void put(const T& value) {
        std::array<char, sizeof(T)> raw{};
        std::memcpy(raw.data(), &value, sizeof(T));
        bytes_.append(raw.data(), raw.size());
    }
    void put(const std::string& text) {
        put(static_cast<std::uint32_t>(text.size()));
        bytes_ += text;
    }
    template <class T>
    void put(const std::vector<T>& items) {
        put(static_cast<std::uint32_t>(items.size()));
        for (const T& item : items) put(item);
    }
    template <class T, std::size_t N>
    void put(const std::array<T, N>& items) {
        for (const T& item : items) put(item);
    }
    template <class T>
    void put(const std::optional<T>& value) {
        put(static_cast<std::uint8_t>(value ? 1 : 0));
        if (value) put(*value);
    }
    template <class Tag>
    void put(const Quantity<Tag>& quantity) {
        put(quantity.raw());
    }
    template <class Tag>
    void put(const Id<Tag>& id) {
        put(id.value());
    }
    template <class T>
    requires(std::is_class_v<T>) void put(const T& value) { fields(*this, value); }

    std::string bytes_;
};

// Throws std::logic_error where the bytes end too early.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}
    [[nodiscard]] bool at_end() const { return bytes_.empty(); }

    template <class... Values>
    void operator()(Values&... values) {
        (get(values), ...);
    }

  private:
    std::string_view take(std::size_t count) {
        if (count > bytes_.size()) throw std::logic_error("the shipped data end too early");
        const std::string_view taken = bytes_.substr(0, count);
        bytes_.remove_prefix(count);
        return taken;
    }
    std::uint32_t count() {
        std::uint32_t number = 0;
        get(number);
        return number;
    }

    template <Plain T>
    void get(T& value) {
        std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    }
    void get(std::string& text) { text = take(count()); }
    template <class T>
    void get(std::vector<T>& items) {
        items.clear();
        for (std::uint32_t left = count(); left > 0; --left) {
            T item{};
            get(item);
            items.push_back(std::move(item));
        }
    }
    template <class T, std::size_t N>
    void get(std::array<T, N>& items) {
        for (T& item : items) get(item);
    }
    template <class T>
    void get(std::optional<T>& value) {
        std::uint8_t there = 0;
        get(there);
        value.reset();
        if (there != 0) get(value.emplace());
    }
    template <class Tag>
    void get(Quantity<Tag>& quantity) {
        double raw = 0;
        get(raw);
        quantity = Quantity<Tag>::raw(raw);
    }
    template <class Tag>
    void get(Id<Tag>& id) {
        id = Id<Tag>(count());
    }
    template <class T>
    requires(std::is_class_v<T>) void get(T& value) { fields(*this, value); }

    std::string_view bytes_;
};

// `Value` is T for reading and const T for writing.
template <class Value, class T>
concept ValueOf = std::is_same_v<std::remove_const_t<Value>, T>;

}  // namespace railyard::explorer
