#include <vector>
#include "shop.h"

namespace shop {
template <typename T>
T total(const std::vector<T>& lines) {
  T sum = 0;
  for (auto& l : lines) {
    sum += l;
  }
  return check(sum);
}

int Shop::check(int sum) const {
  if (sum < 0) {
    throw std::runtime_error("x");
  }
  return sum;
}
static const int TABLE[] = {
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  9,
  10,
};
}
