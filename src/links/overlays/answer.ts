/** What a visitor sent by an overlay's form. What its kind does not ask for is not there. */
export interface Answer {
  name?: string;
  email?: string;
  message?: string;
  choice?: string;
  /** The words that the visitor agreed to, as they stood there. */
  agreedTo?: string;
}

/** As the form sends it. */
export interface AnswerInput {
  name?: string | undefined;
  email?: string | undefined;
  message?: string | undefined;
  choice?: string | undefined;
  consent?: string | undefined;
}

/** One that was kept. */
export interface StoredAnswer {
  id: string;
  content: Answer;
  createdAt: Date;
  expiresAt: Date | null;
  /** The alias of the link it came by; null: the link is gone. */
  alias: string | null;
}

export interface Votes {
  choice: string;
  votes: number;
}
