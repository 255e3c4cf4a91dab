import type { Config } from '../../../platform/settings/config.ts';
import type { Content, Kind } from '../content/content.ts';
import type { Design, DesignInput } from '../drawing/design.ts';
import type { Fit } from '../drawing/drawing.ts';
import type { LogoInput } from '../drawing/read-logo.ts';
import type { ContentInput } from '../content/read-content.ts';
import { spellContent } from '../content/spell-content.ts';

/** A QR code as its owner sees it. */
export interface Code {
  /** Digits: the id of the link that it is. */
  id: string;
  /** What its address ends in: `/qr/<code>`. */
  code: string;
  name: string;
  content: Content;
  /** Whether it is drawn as its address, so that scans are counted and it can lead elsewhere, or says its content itself. */
  isDynamic: boolean;
  design: Design;
  /** How it was drawn when it was last read. */
  fit: Fit;
  hasLogo: boolean;
  createdAt: Date;
}

/** What its owner says of a code. Omitted: on a new code nothing, on a change as it is. */
export interface CodeInput {
  kind: Kind;
  content: ContentInput;
  /** Blank: made from the content. */
  name?: string | undefined;
  /** Unless said, a link is and the others are not. */
  isDynamic?: boolean | undefined;
  design: DesignInput;
  logo?: LogoInput | undefined;
}

/** The address at which a scan is counted. */
export const codeAddress = ({ hopUrl }: Pick<Config, 'hopUrl'>, { code }: Pick<Code, 'code'>) =>
  `${hopUrl}/qr/${code}`;

/** What a camera reads. */
export const drawnText = (
  config: Pick<Config, 'hopUrl'>,
  code: Pick<Code, 'code' | 'content' | 'isDynamic'>,
) => (code.isDynamic ? codeAddress(config, code) : spellContent(code.content));

/** The alias of the link that a code is; no chosen alias has a slash. */
export const aliasOf = (code: string) => `qr/${code}`;
