# Writes the files r_* of this folder into the folder given; ../tables.lua checks them.
setwd(commandArgs(TRUE)[1])
d <- data.frame(name=c("ann", "b, c", "say \"x\""), x=c(0.1, -2.5, 1/3), k=c(1L, 20L, 300L),
                day=as.Date(c("2024-01-05", "2024-02-29", "2025-12-31")), stringsAsFactors=FALSE)
write.csv(d, "r_write_csv.csv")
write.csv(d, "r_no_row_names.csv", row.names=FALSE)
write.csv2(d, "r_write_csv2.csv")
write.table(d, "r_write_table.txt")
write.table(d, "r_write_table_tab.tsv", sep="\t", quote=FALSE)
# data.table's fwrite(d, "r_fwrite.csv") quotes as little as these do
write.table(d, "r_fwrite.csv", sep=",", quote=1, qmethod="double", row.names=FALSE)
# what csv.write made, if anything
if (file.exists("ours.csv")) {
    t <- read.csv("ours.csv", colClasses=c(name="character"))
    stopifnot(t$name == d$name, abs(t$x - d$x) < 1e-15, t$k == d$k)
}
