-- Each of these has the column of its table's primary key and no more, which is read backwards as well.
drop index identity.account_newest;
drop index identity.audit_newest;
drop index social.verdict_newest;
drop index social.article_newest;
