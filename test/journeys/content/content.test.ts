import { content } from './content.ts';
import { enterPlainly } from '../plain-person.ts';

content('with plain pages', enterPlainly, async (writer) => {
  await writer.press('Save draft');
  await writer.sees('Draft saved');
});
