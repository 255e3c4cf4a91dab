import { content } from './content.ts';
import { enterWithBrowser } from '../browser-person.ts';

content('in Chromium', enterWithBrowser({ scripts: true }), (writer) => writer.sees('Draft saved'));
