-- The stamps of a feed's rises (0007) say when each was reached, which is all that the marks (0005) were for.
drop table feed_marks;
