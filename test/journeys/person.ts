/** Somebody in front of Plaza or Hop. What they look for is named as a screen reader names it. */
export interface Person {
  /** Goes to an address, or a path of the service where they are. */
  open(address: string): Promise<void>;
  /** Where they are now. */
  address(): string;
  /** Types into the field of this label, wherever it is folded away. */
  fill(label: string, text: string): Promise<void>;
  /** Picks from the list of this label. */
  choose(label: string, option: string): Promise<void>;
  attach(label: string, file: Picture): Promise<void>;
  /** Chooses what has this label, among others or by itself. */
  tick(label: string): Promise<void>;
  /** Opens what is folded away under these words; who has no scripts reads it all the same. */
  unfold(summary: string): Promise<void>;
  /** Presses the button of this name, wherever it is folded away, and says yes where asked. */
  press(name: string): Promise<void>;
  follow(link: string): Promise<void>;
  /** Fails unless the text is there, or comes within moments. */
  sees(text: string): Promise<void>;
  /** Looks again for a while, for what is counted in the background; a page with scripts brings it by itself. */
  awaits(text: string): Promise<void>;
  /** Fails if the text is there. Look for something that is there first. */
  seesNot(text: string): Promise<void>;
  /** The first address that the page links to in the form asked for. */
  linkLike(form: RegExp): Promise<string>;
  /** The text of what has this label. */
  read(label: string): Promise<string>;
  leave(): Promise<void>;
}

export interface Picture {
  name: string;
  type: string;
  body: Buffer;
}

/** How people come to a service: each with cookies of their own, and some who have signed in before. */
export type Enter = (base: string, cookies?: Readonly<Record<string, string>>) => Promise<Person>;
