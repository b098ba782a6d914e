# Sorts names[1] to names[count].
function sort_names(names, count,    name, i, k) {
  for (i = 2; i <= count; i++) {
    name = names[i]
    for (k = i - 1; k > 0 && names[k] > name; k--) names[k + 1] = names[k]
    names[k + 1] = name
  }
}
