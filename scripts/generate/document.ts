// A description as plain JSON, between the steps that make generated/.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export type OpenApiDocument = { [name: string]: Json };
