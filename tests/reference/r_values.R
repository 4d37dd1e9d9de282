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

# Of two algorithms on 200 test examples, only the first is right on b and only the second on c; case "b,c".
for (case in list(c(1, 7), c(15, 35), c(35, 15), c(10, 10), c(0, 1), c(60, 61), c(45, 100))) {
  table <- matrix(c(200 - sum(case), case[2], case[1], 0), 2)
  name <- paste(case, collapse = ",")
  for (correct in c(FALSE, TRUE)) {
    test <- mcnemar.test(table, correct = correct)
    where <- if (correct) "mcnemar.test.corrected" else "mcnemar.test"
    row(where, name, "statistic", test$statistic)
    row(where, name, "p", test$p.value)
  }
  row("binom.test.outcomes", paste(case[1], sum(case), sep = ","), "p", binom.test(case[1], sum(case))$p.value)
}

# Cochran's Q is Friedman's test of outcomes 0 and 1: example i and algorithm j are right where a score is above a limit.
for (case in list(c(12, 4, 11, 5), c(30, 5, 7, 2), c(25, 8, 101, 60))) {
  test <- friedman.test((scores(case[1], case[2], case[3]) > case[4]) + 0)
  row("friedman.test.outcomes", paste(case, collapse = ","), "statistic", test$statistic)
  row("friedman.test.outcomes", paste(case, collapse = ","), "p", test$p.value)
}

# Folds: the paired t test, case "n": differences ((37 i) mod 101 - 40) / 1000 for i = 1..n.
for (n in c(2, 5, 10, 100)) {
  test <- t.test(((37 * (1:n)) %% 101 - 40) / 1000)
  row("t.test.folds", n, "statistic", test$statistic)
  row("t.test.folds", n, "p", test$p.value)
}

# Two algorithms over data sets: the paired t test, and Student's patients, who are in R.
for (n in c(2, 6, 14, 60)) {
  i <- 1:n
  test <- t.test((7 * i^2 + 13) %% 17, (5 * i^2 + 3 * i) %% 19, paired = TRUE)
  row("t.test.paired", n, "statistic", test$statistic)
  row("t.test.paired", n, "p", test$p.value)
  row("t.test.paired", n, "stderr", test$stderr)
}
test <- with(sleep, t.test(extra[group == 1], extra[group == 2], paired = TRUE))
row("t.test.sleep", 10, "statistic", test$statistic)
row("t.test.sleep", 10, "p", test$p.value)

# Whole studies: Quade's test, repeated-measures ANOVA with Mauchly's test and the corrections for want of sphericity.
for (case in list(c(6, 2, 3), c(10, 3, 5), c(12, 4, 11), c(30, 5, 7), c(25, 8, 101))) {
  test <- quade.test(scores(case[1], case[2], case[3]))
  row("quade.test", paste(case, collapse = ","), "statistic", test$statistic)
  row("quade.test", paste(case, collapse = ","), "p", test$p.value)
}
for (case in list(c(6, 2, 3), c(10, 3, 17), c(12, 4, 11), c(20, 5, 23), c(30, 5, 7), c(25, 8, 101))) {
  name <- paste(case, collapse = ",")
  values <- scores(case[1], case[2], case[3])
  long <- data.frame(score = c(values), dataset = factor(rep(1:case[1], case[2])),
                     algorithm = factor(rep(1:case[2], each = case[1])))
  table <- summary(aov(score ~ algorithm + Error(dataset / algorithm), data = long))[["Error: dataset:algorithm"]][[1]]
  row("aov", name, "statistic", table[1, "F value"])
  row("aov", name, "p", table[1, "Pr(>F)"])
  if (case[2] == 2) next
  corrected <- anova(lm(values ~ 1), X = ~1, test = "Spherical")
  row("anova.mlm", name, "greenhouse_geisser_p", corrected[1, "G-G Pr"])
  row("anova.mlm", name, "huynh_feldt_p", corrected[1, "H-F Pr"])
  if (name == "30,5,7") next # some differences vary alike, so that W is 0 but for rounding
  # Of orthonormal contrasts: with X = ~1 R 4.2.2 puts the number of columns for that of contrasts in one place of the
  # series that gives p (3 * p for 3 * pp in stats:::mauchly.test.SSD).
  test <- mauchly.test(lm(values %*% apply(contr.helmert(case[2]), 2, function(x) x / sqrt(sum(x^2))) ~ 1))
  row("mauchly.test", name, "mauchly_w", test$statistic)
  row("mauchly.test", name, "mauchly_p", test$p.value)
}

for (case in list(c(3, 10, 3.877), c(2, 5, 20), c(4, 39, 2.5), c(10, 9, 6), c(50, 200, 5)))
  row("ptukey", paste(case, collapse = ","), "p", ptukey(case[3], case[1], case[2], lower.tail = FALSE))

# Intervals of effect sizes; differences as for wilcox.test, without ties.
for (n in c(6, 8, 14, 25, 50)) {
  a <- (1:n)^2; a[(1:n) %% 3 == 0] <- -a[(1:n) %% 3 == 0]
  test <- wilcox.test(a, exact = TRUE, conf.int = TRUE)
  row("hodges.lehmann", n, "estimate", test$estimate)
  row("hodges.lehmann", n, "low", test$conf.int[1])
  row("hodges.lehmann", n, "high", test$conf.int[2])
  row("hodges.lehmann", n, "attained", 1 - 2 * psignrank(qsignrank(0.025, n) - 1, n))
  test <- t.test(a)
  row("t.interval", n, "low", test$conf.int[1])
  row("t.interval", n, "high", test$conf.int[2])
  for (side in c("low", "high")) {
    p <- c(low = 0.975, high = 0.025)[side]
    root <- uniroot(function(ncp) pt(test$statistic, n - 1, ncp) - p, c(-20, 20), tol = 1e-12)$root
    row("noncentral.t", n, side, root / sqrt(n))
  }
}
for (n in c(51, 60, 100, 200)) row("qsignrank", n, "0.025", qsignrank(0.025, n))
