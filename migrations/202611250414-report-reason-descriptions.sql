-- Descriptions of report reasons read as on other networks. Texts that an operator changed stay.
update social.report_category as category set description = text.description
from (values
  ('violence', 'Calls for violence, praises it or shows it', 'Threatens, promotes or glorifies violence'),
  ('copyright', 'Somebody else’s work without permission', 'Uses someone else’s work without permission'),
  ('misinformation', 'Meant to mislead, and likely to do harm', 'Misleading claims that could cause harm'),
  ('other', 'Describe it below', 'Does not fit the other reasons')
) as text (name, old_description, description)
where category.name = text.name and category.description = text.old_description;
