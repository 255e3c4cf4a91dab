-- Apps name what they have read by ids of messages or of conversations, in the same field. So the two do not overlap.
alter table social.message alter column id restart with 1000000001;
