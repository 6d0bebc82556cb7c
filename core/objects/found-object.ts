import type { ResolvedType } from '../model/model.ts';
import type { ObjectDocument } from '../store/store.ts';

export interface FoundObject {
  type: ResolvedType;
  document: ObjectDocument;
}
