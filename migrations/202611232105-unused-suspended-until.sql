-- Suspensions end by `identity.suspension`, which has the index for it; nothing looks accounts up by this time.
drop index identity.account_suspended_until;
