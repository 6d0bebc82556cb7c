// A form that was refused before it became a request of the API (D324).
import { ApiError } from '../../errors.ts';

/** Said for people, whose browser sent it. */
export class RefusedForm extends ApiError {
  /** What whoever sent it can do. */
  readonly advice: string;

  constructor(detail: string, advice: string) {
    super('forbidden', detail);
    this.advice = advice;
  }
}
