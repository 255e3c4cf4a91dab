import { Type } from 'typebox';

/** Origins of browsers' scripts, as a setting. */
export const Origins = Type.String({
  description:
    'Origins, with commas between them, whose scripts may call the APIs with cookies, such as https://app.example.org; scripts of others call without',
  pattern: '^(https?://[^\\s,/?#]+(,https?://[^\\s,/?#]+)*)?$',
  default: '',
});
