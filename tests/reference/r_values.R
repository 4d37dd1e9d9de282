# Values of R's own functions for inputs that the tests make by the same rules.
# Anew:  Rscript tests/reference/r_values.R > tests/reference/r_values.csv
# Each row: function, case, place within the case, value.
# Scores of case "n,k,m": data set i and algorithm j (from 1) have (7 i^2 + 13 j + 5 i j) mod m.
# p-values of case "n": ((37 i) mod 101 / 101)^3 for i = 1..n.

scores <- function(n, k, m) outer(1:n, 1:k, function(i, j) (7 * i^2 + 13 * j + 5 * i * j) %% m)
p_values <- function(n) (((37 * (1:n)) %% 101) / 101)^3

row <- function(name, case, place, value) cat(name, ",\"", case, "\",", place, ",", format(value, digits = 15), "\n", sep = "")

cat("# ", R.version.string, ", ", R.version$platform, "\n", sep = "")
cat("function,case,place,value\n")

for (case in list(c(6, 2, 3), c(10, 3, 5), c(12, 4, 11), c(30, 5, 7), c(25, 8, 101))) {
  test <- friedman.test(scores(case[1], case[2], case[3]))
  name <- paste(case, collapse = ",")
  row("friedman.test", name, "statistic", test$statistic)
  row("friedman.test", name, "p", test$p.value)
}

for (n in c(1, 2, 3, 6, 10, 28)) {
  for (method in c("bonferroni", "holm", "hochberg", "hommel", "BH", "BY")) {
    adjusted <- p.adjust(p_values(n), method)
    for (i in 1:n) row(paste0("p.adjust.", method), n, i - 1, adjusted[i])
  }
}

# Without ties and zeros, hence exact in R too.
for (n in c(5, 8, 14, 25, 49)) {
  a <- (1:n)^2; a[(1:n) %% 3 == 0] <- -a[(1:n) %% 3 == 0]
  row("wilcox.test.exact", n, "p", wilcox.test(a, exact = TRUE)$p.value)
}
# With ties, by the normal distribution without continuity correction.
for (n in c(60, 100, 213)) {
  a <- 1 + (1:n)^2 %% 19; a[(1:n) %% 3 == 0] <- -a[(1:n) %% 3 == 0]
  row("wilcox.test.normal", n, "p", suppressWarnings(wilcox.test(a, exact = FALSE, correct = FALSE))$p.value)
}

for (case in list(c(0, 1), c(5, 5), c(5, 10), c(9, 10), c(11, 14), c(3, 25), c(120, 200)))
  row("binom.test", paste(case, collapse = ","), "p", binom.test(case[1], case[2])$p.value)
