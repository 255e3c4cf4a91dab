-- Reasons to report read as on other networks. What an operator has changed stays.
update social.report_category as category set
  title = case when category.title = text.old_title then text.title else category.title end,
  description = case when category.description = text.old_description then text.description else category.description end
from (values
  ('spam', 'Spam', 'Spam',
    'Advertising nobody asked for, or the same again and again', 'Unwanted advertising or repeated messages'),
  ('harassment', 'Harassment', 'Harassment',
    'Somebody is insulted, threatened or followed around', 'Insults, threats or stalking'),
  ('inappropriate', 'Not fit for here', 'Inappropriate',
    'Sexual or shocking, and not marked as such', 'Sexual or shocking content without a content warning'),
  ('violence', 'Violence', 'Violence',
    'Calls for it, praises it, or shows it', 'Calls for violence, praises it or shows it'),
  ('copyright', 'Copyright', 'Copyright',
    'Somebody else’s work without their leave', 'Somebody else’s work without permission'),
  ('misinformation', 'False claims', 'False information',
    'Made to mislead, and likely to do harm', 'Meant to mislead, and likely to do harm'),
  ('other', 'Something else', 'Something else',
    'Say what it is below', 'Describe it below')
) as text (name, old_title, title, old_description, description)
where category.name = text.name;
