-- What a file belongs to is looked up when it is requested, because only some may see it.
create index video_path on social.video (path);
create index video_poster on social.video (poster) where poster is not null;
create index attachment_path on social.attachment (path);
create index article_cover on social.article (cover) where cover is not null;
