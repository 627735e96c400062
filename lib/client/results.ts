// Defines the types of the results of methods.

type DataOf<Body> = Body extends { readonly data: infer Data } ? Data : Body;
type ItemOf<Body> = Body extends { readonly data: readonly (infer Item)[] } ? Item : never;

/** Contains the body, such as `data`, `meta` and `warnings`, and the response with its status and headers. */
export type WithResponse<Body> = (Body extends { readonly data: unknown }
  ? Body
  : { readonly data: Body }) & {
  readonly response: Response;
};

export interface Call<Body, Result = DataOf<Body>> extends Promise<Result> {
  withResponse(): Promise<WithResponse<Body>>;
}

/** Resolves to one page, `{ data, meta }`. `for await` returns the items of this page and of all that follow. */
export interface ListCall<Page> extends Call<Page, Page>, AsyncIterable<ItemOf<Page>> {}
