import { html, trusted } from './html.ts';
import { directionOf, type InterfaceLanguage } from './translation/languages.ts';

/** The beginning of an email in HTML, up to its body. Ends with `</body></html>`. */
export const mailHead = (language: InterfaceLanguage, subject: string): string =>
  `<!doctype html>${
    html`<html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${trusted(styles)}
        </style>
      </head>
      <body></body>
    </html> `.text.split('</body>')[0] ?? ''
  }`;

/** Mail programs support little else. Colors come from the program, which may be dark. */
const styles = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:36em;margin:0 auto;padding:16px;color:#1c1c22;background:#fff}
a{color:#3d3bd4}img{max-width:100%;height:auto}pre{white-space:pre-wrap}hr{border:0;border-top:1px solid #ccc}
table{border-collapse:collapse;width:100%}th,td{padding:6px 0;border-bottom:1px solid #ccc;text-align:start}
td+td{text-align:end;font-variant-numeric:tabular-nums}
.from,.foot{color:#5b5b66;font-size:14px}
@media (prefers-color-scheme:dark){body{color:#ececf1;background:#17171c}a{color:#a9a8ff}.from,.foot{color:#b3b3bf}hr,th,td{border-color:#444}}`;
