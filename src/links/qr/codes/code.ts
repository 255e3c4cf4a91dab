import type { Config } from '../../../platform/settings/config.ts';
import type { Content, Kind } from '../content/content.ts';
import type { Design, DesignInput } from '../drawing/design.ts';
import type { Fit } from '../drawing/drawing.ts';
import type { LogoInput } from '../drawing/load-logo.ts';
import type { ContentInput } from '../content/parse-content.ts';
import { encodeContent } from '../content/encode-content.ts';

/** A QR code as its owner sees it. */
export interface Code {
  /** Digits: the id of its link. */
  id: string;
  /** The end of its address, `/qr/<code>`. */
  code: string;
  name: string;
  content: Content;
  /** Whether it encodes a short URL, which counts scans and can be redirected, instead of its content. */
  isDynamic: boolean;
  design: Design;
  /** Parameters with which it last scanned successfully. */
  fit: Fit;
  hasLogo: boolean;
  createdAt: Date;
}

/** Editable fields of a QR code. Omitted fields are unset for a new code and unchanged on update. */
export interface CodeInput {
  kind: Kind;
  content: ContentInput;
  /** Blank: derived from the content. */
  name?: string | undefined;
  /** Defaults to true for links and false for other kinds. */
  isDynamic?: boolean | undefined;
  design: DesignInput;
  logo?: LogoInput | undefined;
}

/** Returns the address that counts scans. */
export const codeAddress = ({ hopUrl }: Pick<Config, 'hopUrl'>, { code }: Pick<Code, 'code'>) =>
  `${hopUrl}/qr/${code}`;

/** Returns the encoded text. */
export const encodedText = (
  config: Pick<Config, 'hopUrl'>,
  code: Pick<Code, 'code' | 'content' | 'isDynamic'>,
) => (code.isDynamic ? codeAddress(config, code) : encodeContent(code.content));

/** Returns the alias of the code's link. Chosen aliases cannot contain a slash. */
export const aliasOf = (code: string) => `qr/${code}`;
