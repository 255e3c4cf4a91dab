-- Indexes of a database without accounts are new: nothing in them is from before.
delete from system.stale_index where not exists (select from identity.account);
