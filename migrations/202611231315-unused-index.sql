-- No statement looks for a thread by its last reply.
drop index social.thread_last_reply;
