// The parts of devour-client that the tests use; the package has no types.
declare module 'devour-client' {
  interface DevourResponse<Data> {
    data: Data;
    meta: { pagination: { count: number } };
    links: Record<string, string | null>;
  }
  interface Builder {
    one(model: string, id: string): Builder;
    all(model: string): Builder;
    relationships(name: string): Builder;
    get<Data>(query?: object): Promise<DevourResponse<Data>>;
    post(payload: object): Promise<unknown>;
    patch(payload: object | null): Promise<unknown>;
    destroy(payload: object): Promise<unknown>;
  }

  export default class JsonApi implements Builder {
    constructor(options: { apiUrl: string; logger?: boolean; bearer?: string });
    bearer: string | null;
    axios: { post<Body>(url: string, body: object): Promise<{ data: Body }> };
    define(model: string, attributes: object, options?: { readOnly?: string[]; collectionPath?: string }): void;
    find<Data>(model: string, id: string, query?: object): Promise<DevourResponse<Data>>;
    findAll<Data>(model: string, query?: object): Promise<DevourResponse<Data>>;
    create<Data>(model: string, payload: object): Promise<DevourResponse<Data>>;
    update<Data>(model: string, payload: object): Promise<DevourResponse<Data>>;
    destroy(model: string, id: string): Promise<unknown>;
    one(model: string, id: string): Builder;
    all(model: string): Builder;
    relationships(name: string): Builder;
    get<Data>(query?: object): Promise<DevourResponse<Data>>;
    post(payload: object): Promise<unknown>;
    patch(payload: object | null): Promise<unknown>;
    destroy(payload: object): Promise<unknown>;
  }
}
