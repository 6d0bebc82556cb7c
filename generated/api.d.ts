// Generated from openapi/ by npm run generate; never edit
export interface paths {
  '/home': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read what this caller may do, per path */
    get: operations['getHome'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the state of the service */
    get: operations['getStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check that the process is up
     * @description Any `Accept` gets this response; tokens and API keys are not read.
     */
    get: operations['getHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the metrics of this process
     * @description In the text format of Prometheus: requests by operation and status, event loop, memory, connection pools, jobs, uploads, files and write batches. Only administrators read them, and what sends the token of the setting METRICS_TOKEN.
     */
    get: operations['getMetrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check that the service can serve
     * @description Any `Accept` gets this response; tokens and API keys are not read.
     */
    get: operations['getReady'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read this description as JSON
     * @description The live description of this project, with a path for each of its object types. It is sent compressed to those who accept that.
     */
    get: operations['getDescription'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.yaml': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read this description as YAML */
    get: operations['getDescriptionYaml'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read how long the access token lasts */
    get: operations['getAccessToken'];
    put?: never;
    /**
     * Sign in, or renew an access token
     * @description With a user name and a password; with a refresh token, which may be the bearer token; or with the key of an application alone. For users with a second factor the response to a password is 401 `second_factor_required` with `meta.challenge`, and a second request with `grant_type` `second_factor`, the challenge and a `code` or `recovery_code` gives the tokens; a password with a code does so at once. Users whose role requires a second factor, and who have not enrolled one in time, get 401 `second_factor_enrolment_required` with a challenge for POST /auth/second_factor. The tokens are for the application whose API key comes with the request. For the media type `application/json` the response is the legacy envelope, with the members of the JSON:API response beside it.
     */
    post: operations['signIn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/change': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for a mail with which a password can be changed
     * @description The response does not reveal whether a user has the address. An address that is not confirmed gets the mail that confirms it. The mail has a link to the page at `change_url`, with a `uuid` that is valid for one change within 24 hours. At most 5 an hour for one e-mail address, and 20 from one client.
     */
    post: operations['createCredentialsChange'];
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a password with the UUID of a mail
     * @description Revokes all refresh tokens of the user. With `login` the response has new tokens in `meta`, but for users with a second factor, who sign in afterwards.
     */
    patch: operations['changeCredentials'];
    trace?: never;
  };
  '/auth/providers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the providers that users can sign in through */
    get: operations['listSignInProviders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/authorization': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin to sign a user in through a provider of class OpenIDConnect
     * @description The application sends its user to `authorization_url`. The provider sends the user back to `redirect_uri` with `code`, `state` and perhaps `iss` in the query. The application makes sure that `state` is the one it was given, and posts those with `auth_provider` and `code_verifier` to `/auth`.
     */
    post: operations['createAuthorization'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/explain': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Explain why a request of a user is permitted or refused
     * @description For administrators. The rules of accounts, endpoints and objects are run as for a request of the user, and nothing is changed. Rules about the body of a request, such as who may give which role, are not part of it.
     */
    get: operations['getExplanation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/passkeys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the passkeys of the caller */
    get: operations['listPasskeys'];
    put?: never;
    /**
     * Begin to register a passkey
     * @description The response has options for `navigator.credentials.create` of a browser (WebAuthn). Users with a password send it again, those without one have signed in recently (403 `fresh_sign_in_required`), and those with a second factor need one that was confirmed lately. Users who may not sign in any more without a second factor send the challenge of their sign-in, without a token.
     */
    post: operations['createPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Finish to register a passkey
     * @description With the response of the authenticator. The first second factor of a user has ten recovery codes. With the challenge of a sign-in the response has its tokens.
     */
    patch: operations['activatePasskey'];
    trace?: never;
  };
  '/auth/passkeys/challenge': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for the options of a sign-in or confirmation by passkey
     * @description The response has options for `navigator.credentials.get` of a browser. With `challenge` of the error `second_factor_required` it is for the second step of a sign-in, with a token for POST /auth/second_factor/check, and with neither for POST /auth with `grant_type` `passkey`. Each challenge counts once, within five minutes.
     */
    post: operations['createPasskeyChallenge'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/passkeys/{passkey_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a passkey of the caller, a UUID. */
        passkey_id: components['parameters']['PasskeyId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a passkey
     * @description Of the caller. It needs a second factor that was confirmed lately. Without another second factor the recovery codes are removed as well. The user is notified by mail.
     */
    delete: operations['deletePasskey'];
    options?: never;
    head?: never;
    /** Name a passkey */
    patch: operations['updatePasskey'];
    trace?: never;
  };
  '/auth/second_factor': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read whether the caller has a second factor */
    get: operations['getSecondFactor'];
    put?: never;
    /**
     * Begin to enrol a second factor
     * @description The response has a secret for an authenticator (TOTP, RFC 6238, with SHA-1, six digits and 30 seconds), and the same as a URI for a QR code. It is the second factor once PATCH has sent its first code, within 15 minutes. Users with a password send it again; those without one have signed in recently, otherwise it is 403 `fresh_sign_in_required`. Users who may not sign in any more without a second factor send the challenge of their sign-in, without a token.
     */
    post: operations['createSecondFactor'];
    /**
     * Remove a second factor
     * @description Removes the app, all passkeys and the recovery codes of the caller; administrators remove those of another user with `user_id`. Callers with a second factor send a code of it. The user is notified by mail.
     */
    delete: operations['deleteSecondFactor'];
    options?: never;
    head?: never;
    /**
     * Finish to enrol a second factor
     * @description The first code of the authenticator. From then on signing in needs a code. The response has ten recovery codes, and the tokens of a sign-in whose challenge the request has.
     */
    patch: operations['activateSecondFactor'];
    trace?: never;
  };
  '/auth/second_factor/authenticator': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove the authenticator app
     * @description Of the caller. Passkeys stay, and with them the recovery codes. It needs a second factor that was confirmed lately. Without passkeys it was the last second factor: its recovery codes are removed as well. The user is notified by mail.
     */
    delete: operations['removeAuthenticator'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/second_factor/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm the second factor or the password once more
     * @description For the session of the request. Changes of permissions, roles, administrators, providers, secrets and settings by users with a second factor need one that was confirmed in the last 15 minutes (`SECOND_FACTOR_FRESH`), by a sign-in or here; otherwise they are 403 `fresh_factor_required`. So do new recovery codes, the end of a factor, and the end of sessions. For the latter, users without a second factor send their password here where they have signed in longer ago; otherwise it is 403 `fresh_sign_in_required`. Ten wrong answers of each kind in 15 minutes are the most; they count for the session.
     */
    post: operations['checkSecondFactor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/second_factor/recovery_codes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the recovery codes
     * @description Ten new ones for the caller; all former ones are of no use any more. It needs a second factor that was confirmed lately. The user is notified by mail.
     */
    post: operations['renewRecoveryCodes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List where users are signed in
     * @description Those of the caller; administrators list those of all users, or with `filter[user_id]` of one. A session begins with a sign-in and ends when its refresh token is revoked or expires.
     */
    get: operations['listSessions'];
    put?: never;
    post?: never;
    /**
     * End all sessions of a user
     * @description Those of the caller; administrators end those of another user with `user_id`. Refresh tokens and access tokens of these sessions are refused from then on. The caller has signed in or confirmed the second factor lately: see POST /auth/second_factor/check.
     */
    delete: operations['deleteSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/sessions/{session_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a session, a UUID. */
        session_id: components['parameters']['SessionId'];
      };
      cookie?: never;
    };
    /** Read a session */
    get: operations['getSession'];
    put?: never;
    post?: never;
    /**
     * End a session
     * @description One of the caller, or for administrators of any user. Its refresh token and its access tokens are refused from then on. The caller has signed in or confirmed the second factor lately (see POST /auth/second_factor/check), but for the session of the request.
     */
    delete: operations['deleteSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/{refresh_token}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A refresh token from POST /auth. */
        refresh_token: components['parameters']['RefreshToken'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke a refresh token
     * @description Of the caller only. The access tokens of its session end with it.
     */
    delete: operations['deleteRefreshToken'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/user': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the user who is signed in */
    get: operations['getAuthUser'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the user who is signed in
     * @description The user name and the status cannot be changed, nor an existing e-mail address. A new `password` and a first `email` need `old_password`; users without a password have signed in recently, otherwise it is 403 `fresh_sign_in_required`. A new password ends all other sessions of the user. A first address gets a mail with a UUID for `/signup/activation`; before that no password can be reset by it, and it may be corrected.
     */
    patch: operations['updateAuthUser'];
    trace?: never;
  };
  '/signup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign up
     * @description The user is `draft` until the `uuid` of a mail is sent to POST /signup/activation, within 24 hours; then it is removed, and its names are free again. The mail links to `activation_url`, with `uuid` and `redirect_url` in the query. The configuration entry `Signup` defines the required members and the possible roles. At most 20 an hour from one client.
     */
    post: operations['signUp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/signup/activation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Activate an account with the UUID of a mail
     * @description The user is then `on` and verified, and gets a mail. A UUID is valid for one activation. The UUID of a mail to a first address (PATCH `/auth/user`) confirms the address.
     */
    post: operations['activateSignup'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List users
     * @description Callers who are neither admin nor editor see themselves only. E-mail addresses, other private attributes and sign-in data are shown to administrators and to the user concerned.
     */
    get: operations['listUsers'];
    put?: never;
    /**
     * Create a user
     * @description New users are `draft` by default, and can sign in only when they are `on`.
     */
    post: operations['createUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users/{user_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of a user. */
        user_id: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    /** Read a user */
    get: operations['getUser'];
    put?: never;
    post?: never;
    /**
     * Move a user to the trash
     * @description User 1 cannot be deleted (403), nor can users delete their own account (400).
     */
    delete: operations['deleteUser'];
    options?: never;
    head?: never;
    /**
     * Change a user
     * @description Absent attributes are unchanged; a new password, a block and any status but `on` end all sessions, access tokens included. User 1 and the last active administrator stay active (403 `immutable`).
     */
    patch: operations['updateUser'];
    trace?: never;
  };
  '/users/{user_id}/roles': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of a user. */
        user_id: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    /** Roles of a user */
    get: operations['listUserRoles'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users/{user_id}/relationships/roles': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of a user. */
        user_id: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    /** Roles of a user, as identifiers */
    get: operations['listUserRoleLinks'];
    put?: never;
    /**
     * Give a user roles
     * @description Only roles that are not stronger than those of the caller, by id or name.
     */
    post: operations['addUserRoles'];
    /**
     * Take roles from a user
     * @description Only roles that are not stronger than those of the caller, by id or name.
     */
    delete: operations['removeUserRoles'];
    options?: never;
    head?: never;
    /**
     * Replace the roles of a user
     * @description Only roles that are not stronger than those of the caller, by id or name.
     */
    patch: operations['replaceUserRoles'];
    trace?: never;
  };
  '/roles': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List roles
     * @description For signed-in users.
     */
    get: operations['listRoles'];
    put?: never;
    /**
     * Create a role
     * @description Names are lower-case words with underscores.
     */
    post: operations['createRole'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/roles/{role_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of a role. */
        role_id: components['parameters']['RoleId'];
      };
      cookie?: never;
    };
    /** Read a role */
    get: operations['getRole'];
    put?: never;
    post?: never;
    /**
     * Delete a role
     * @description Users lose it. Objects that only this role could see become visible to administrators only. Role 1 and unchangeable roles cannot be deleted (403).
     */
    delete: operations['deleteRole'];
    options?: never;
    head?: never;
    /**
     * Change a role
     * @description An `unchangeable` role can be changed only by an administrator, in a request that clears the flag.
     */
    patch: operations['updateRole'];
    trace?: never;
  };
  '/roles/{role_id}/users': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of a role. */
        role_id: components['parameters']['RoleId'];
      };
      cookie?: never;
    };
    /** Users of a role */
    get: operations['listRoleUsers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/roles/{role_id}/relationships/users': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of a role. */
        role_id: components['parameters']['RoleId'];
      };
      cookie?: never;
    };
    /** Users of a role, as identifiers */
    get: operations['listRoleUserLinks'];
    put?: never;
    /**
     * Give a role to users
     * @description Only a role that is not stronger than those of the caller; users by id or uname.
     */
    post: operations['addRoleUsers'];
    /**
     * Take a role from users
     * @description Only a role that is not stronger than those of the caller; users by id or uname.
     */
    delete: operations['removeRoleUsers'];
    options?: never;
    head?: never;
    /**
     * Replace the users of a role
     * @description Only a role that is not stronger than those of the caller; users by id or uname.
     */
    patch: operations['replaceRoleUsers'];
    trace?: never;
  };
  '/objects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List objects of any type
     * @description Filters and sorts by the base attributes, which every type has. For the media type `application/json` the response is the legacy envelope with the descendants of the publication, or with the objects that `id` names; it knows `id`, `page`, `page_size`, `lang`, `embed[relations]`, `filter[object_type]`, `filter[query]` and `filter[substring]`.
     */
    get: operations['listObjects'];
    put?: never;
    /**
     * Create or change an object in the legacy envelope
     * @description With `data.id` the object is changed, as far as `data` says, and the response is 200; without it is created, with status `on`. Object, places and relations are written together or not at all. A body of the media type `application/vnd.api+json` is always 403, since `objects` is abstract there: POST to the endpoint of a type.
     */
    post: operations['createObject'];
    /**
     * Move several objects to the trash
     * @description Each separately; missing ones are skipped. When some cannot be moved, the others are, and the error has an entry for each failure. Without `ids` it is 405 for the media type `application/json`.
     */
    delete: operations['deleteObjects'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/trash': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the trash
     * @description Objects of all types, users included, translations and annotations, if the caller would see them outside of the trash. Filters and sorts by the base attributes, which every type has.
     */
    get: operations['listTrash'];
    put?: never;
    post?: never;
    /**
     * Remove several objects from the trash for good
     * @description Each separately; items outside of the trash are skipped. When some cannot be purged, the others are, and the error has an entry for each failure. The children of large folders follow as with one.
     */
    delete: operations['purgeTrashedObjects'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/trash/{object_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an item of the trash. */
        object_id: components['parameters']['TrashedId'];
      };
      cookie?: never;
    };
    /** Read an item of the trash */
    get: operations['getTrashedObject'];
    put?: never;
    post?: never;
    /**
     * Purge an item of the trash
     * @description Includes all that belongs to the item. A user who has written any resource remains as an anonymous, invisible author. A folder is removed at once, with the folders below it. If these contain more than 2,000 objects, a job of the service `purge` removes the objects from them afterwards: readers see no difference, only the revisions of these objects are raised later.
     */
    delete: operations['purgeTrashedObject'];
    options?: never;
    head?: never;
    /**
     * Take out of the trash
     * @description It returns to its former places, with everything that belongs to it.
     */
    patch: operations['restoreTrashedObject'];
    trace?: never;
  };
  '/bulk/edit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change several objects alike
     * @description Each object is changed separately, as by a PATCH; refusals are reported and do not stop the others. At most 500 objects.
     */
    post: operations['editObjects'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Carry out several operations, all or none
     * @description The JSON:API extension Atomic Operations (https://jsonapi.org/ext/atomic): up to 1,000 operations in one transaction, in the order given. Each operation corresponds to a request, with the same permissions, rules and response: `add` is a POST, `update` a PATCH, `remove` a DELETE (of an object: to the trash). `Content-Type` and `Accept` name the extension. Later operations refer to an added resource by its `lid`. The first failure rolls back the earlier operations, and the response has its errors, with `/atomic:operations/{n}` before their pointers. Events and hooks after an operation run with the commit.
     *
     *     Operations change objects of all types, their relations and places in the tree, folders, translations, annotations, categories and tags, and restore objects (`update` with `href: /trash/{object_id}`). Users, roles, permissions, the model, settings, jobs, files and purges need separate requests (403). The request counts as one for the rate limit. `If-Match` is not allowed (400).
     */
    post: operations['changeResources'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/folders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List folders
     * @description By id unless `filter[parent]` or `filter[roots]` is given: then in the order of the tree.
     */
    get: operations['listFolders'];
    put?: never;
    /**
     * Create a folder
     * @description A root, after the other roots, unless `parent_id` or `parent_uname` name a folder; then the last of its children. Without a uname one is made from the title.
     */
    post: operations['createFolder'];
    /**
     * Move several folders to the trash, with their subfolders
     * @description Each separately; missing ones are skipped. When some cannot be moved, the others are, and the error has an entry for each failure.
     */
    delete: operations['deleteFolders'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/folders/{folder_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    /** Read a folder */
    get: operations['getFolder'];
    put?: never;
    post?: never;
    /**
     * Move a folder to the trash
     * @description Its descendant folders are moved with it; its other children stay.
     */
    delete: operations['deleteFolder'];
    options?: never;
    head?: never;
    /**
     * Change a folder
     * @description At least one attribute is required; absent ones are unchanged.
     */
    patch: operations['updateFolder'];
    trace?: never;
  };
  '/folders/{folder_id}/parent': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    /**
     * The parent of a folder
     * @description With the place of this folder in `meta.relation`.
     */
    get: operations['getFolderParent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/folders/{folder_id}/relationships/parent': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    /** The parent of a folder, as an identifier */
    get: operations['getFolderParentLink'];
    put?: never;
    post?: never;
    /**
     * Make a folder a root
     * @description The body names the parent; another folder is 400.
     */
    delete: operations['removeFolderParent'];
    options?: never;
    head?: never;
    /**
     * Move a folder
     * @description Null makes it a root. `meta.relation` may name its position there.
     */
    patch: operations['replaceFolderParent'];
    trace?: never;
  };
  '/folders/{folder_id}/children': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    /**
     * What is in a folder
     * @description In the order that `children_order` of the folder names, that of the tree by default, unless the request has a sort or a search; `meta.relation` has the place of each.
     */
    get: operations['listFolderChildren'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/folders/{folder_id}/relationships/children': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    /** What is in a folder, as identifiers */
    get: operations['listFolderChildLinks'];
    put?: never;
    /**
     * Put objects into a folder
     * @description At the end, or at the position in `meta.relation`; existing children move to that position. A folder that is in another folder is 400.
     */
    post: operations['addFolderChildren'];
    /**
     * Take objects out of a folder
     * @description Folders become roots.
     */
    delete: operations['removeFolderChildren'];
    options?: never;
    head?: never;
    /**
     * Replace the children of a folder
     * @description The order of the list is that of the children. Folders that are not in it become roots.
     */
    patch: operations['replaceFolderChildren'];
    trace?: never;
  };
  '/trees/{tree_path}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Ids or unames from a root down, separated by slashes, which may be encoded (`%2F`) or not: /trees/world/europe/12. */
        tree_path: components['parameters']['TreePath'];
      };
      cookie?: never;
    };
    /**
     * The object at a path
     * @description With the path in unames as `meta.extra.uname_path`.
     */
    get: operations['getTreeObject'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/object_permissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List permissions of objects */
    get: operations['listObjectPermissions'];
    put?: never;
    /** Give a role a permission on an object */
    post: operations['createObjectPermission'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/object_permissions/{object_permission_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a permission. */
        object_permission_id: components['parameters']['ObjectPermissionId'];
      };
      cookie?: never;
    };
    /** Read a permission of an object */
    get: operations['getObjectPermission'];
    put?: never;
    post?: never;
    /**
     * Take a permission of an object away
     * @description An object without its own permissions inherits those of the folders above.
     */
    delete: operations['deleteObjectPermission'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/translations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List translations
     * @description Translations of objects that the caller sees; callers who may not write translations see those that are `on`.
     */
    get: operations['listTranslations'];
    put?: never;
    /**
     * Translate an object
     * @description An object has one translation for each language. For callers who may change the object.
     */
    post: operations['createTranslation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/translations/{translation_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a translation. */
        translation_id: components['parameters']['TranslationId'];
      };
      cookie?: never;
    };
    /** Read a translation */
    get: operations['getTranslation'];
    put?: never;
    post?: never;
    /** Move a translation to the trash */
    delete: operations['deleteTranslation'];
    options?: never;
    head?: never;
    /**
     * Change a translation
     * @description Absent attributes are unchanged; `translated_fields` are replaced as a whole. A request without a change writes nothing.
     */
    patch: operations['updateTranslation'];
    trace?: never;
  };
  '/translations/{translation_id}/object': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a translation. */
        translation_id: components['parameters']['TranslationId'];
      };
      cookie?: never;
    };
    /** The object of a translation */
    get: operations['getTranslationObject'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/translations/{translation_id}/relationships/object': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a translation. */
        translation_id: components['parameters']['TranslationId'];
      };
      cookie?: never;
    };
    /** The object of a translation, as an identifier */
    get: operations['getTranslationObjectLink'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/annotations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List annotations
     * @description Annotations of objects that the caller sees.
     */
    get: operations['listAnnotations'];
    put?: never;
    /**
     * Annotate an object
     * @description Signed-in users may annotate the objects that they see.
     */
    post: operations['createAnnotation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/annotations/{annotation_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of an annotation. */
        annotation_id: components['parameters']['AnnotationId'];
      };
      cookie?: never;
    };
    /** Read an annotation */
    get: operations['getAnnotation'];
    put?: never;
    post?: never;
    /** Move an annotation to the trash */
    delete: operations['deleteAnnotation'];
    options?: never;
    head?: never;
    /**
     * Change an annotation
     * @description Only by its author or role admin. Absent attributes are unchanged. A request without a change writes nothing.
     */
    patch: operations['updateAnnotation'];
    trace?: never;
  };
  '/annotations/{annotation_id}/object': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of an annotation. */
        annotation_id: components['parameters']['AnnotationId'];
      };
      cookie?: never;
    };
    /** The object of an annotation */
    get: operations['getAnnotationObject'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/annotations/{annotation_id}/relationships/object': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of an annotation. */
        annotation_id: components['parameters']['AnnotationId'];
      };
      cookie?: never;
    };
    /** The object of an annotation, as an identifier */
    get: operations['getAnnotationObjectLink'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List changes
     * @description Oldest first unless sorted. Administrators see all; others see changes of objects that they see, with `mine` as the permission to read their own. There are no single ones. `include=user` has who made them; ids grow in time, so that `filter[id][gt]` lists what is new since a change.
     */
    get: operations['listHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/feed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events
     * @description Events of changes, in the order of the changes. Callers see the events of objects that they see now. When a change hides an object from them, they get an event without `changed`, so that they can remove the object. `meta.cursor` is the present end of the feed: stored, and sent as `page[after]`, it lists the new events. 410 when the database no longer has these events. With `Accept: text/event-stream` the response is a stream of new events, from `Last-Event-ID` or `page[after]`, else from now; each has the data of CloudEvents 1.0 in JSON.
     */
    get: operations['listFeedEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/object_types': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List object types */
    get: operations['listObjectTypes'];
    put?: never;
    /**
     * Create an object type
     * @description With the response the type has its collection, its endpoint, its schema and its paths in `/openapi.json`.
     */
    post: operations['createObjectType'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/object_types/{object_type_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    /** Read an object type */
    get: operations['getObjectType'];
    put?: never;
    post?: never;
    /**
     * Delete an object type
     * @description Refused (403) for a core type, and while objects or subtypes exist.
     */
    delete: operations['deleteObjectType'];
    options?: never;
    head?: never;
    /**
     * Change an object type
     * @description The name of a core type is fixed; the parent, `is_abstract` and `enabled` cannot change while objects or subtypes exist (403).
     */
    patch: operations['updateObjectType'];
    trace?: never;
  };
  '/model/object_types/{object_type_id}/left_relations': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    /** Relations with the type on the left */
    get: operations['listObjectTypeLeftRelations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/object_types/{object_type_id}/relationships/left_relations': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    /** Relations with the type on the left, as identifiers */
    get: operations['listObjectTypeLeftRelationsLinks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/object_types/{object_type_id}/right_relations': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    /** Relations with the type on the right */
    get: operations['listObjectTypeRightRelations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/object_types/{object_type_id}/relationships/right_relations': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    /** Relations with the type on the right, as identifiers */
    get: operations['listObjectTypeRightRelationsLinks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/object_types/{object_type_id}/parent': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    /** The parent of an object type */
    get: operations['getObjectTypeParent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/object_types/{object_type_id}/relationships/parent': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    /** The parent of an object type, as identifiers */
    get: operations['getObjectTypeParentLink'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Replace the parent of an object type */
    patch: operations['replaceObjectTypeParent'];
    trace?: never;
  };
  '/model/properties': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List properties */
    get: operations['listProperties'];
    put?: never;
    /** Create a property */
    post: operations['createProperty'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/properties/{property_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a property: a number, or a UUID for a static one. */
        property_id: components['parameters']['PropertyId'];
      };
      cookie?: never;
    };
    /** Read a property */
    get: operations['getProperty'];
    put?: never;
    post?: never;
    /**
     * Delete a property
     * @description The values that objects have are removed with it.
     */
    delete: operations['deleteProperty'];
    options?: never;
    head?: never;
    /**
     * Change a property
     * @description Name and object type cannot be changed; the property type changes only while no object has a value.
     */
    patch: operations['updateProperty'];
    trace?: never;
  };
  '/model/property_types': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List property types */
    get: operations['listPropertyTypes'];
    put?: never;
    /** Create a property type */
    post: operations['createPropertyType'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/property_types/{property_type_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of a property type. */
        property_type_id: components['parameters']['PropertyTypeId'];
      };
      cookie?: never;
    };
    /** Read a property type */
    get: operations['getPropertyType'];
    put?: never;
    post?: never;
    /**
     * Delete a property type
     * @description Refused (403) for a core property type, and while properties use it.
     */
    delete: operations['deletePropertyType'];
    options?: never;
    head?: never;
    /**
     * Change a property type
     * @description Refused (403) for a core property type. Values that exist are not validated again.
     */
    patch: operations['updatePropertyType'];
    trace?: never;
  };
  '/model/relations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List relations */
    get: operations['listRelations'];
    put?: never;
    /**
     * Create a relation
     * @description A relation with `inverse_name` equal to `name` is symmetric.
     */
    post: operations['createRelation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/relations/{relation_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    /** Read a relation */
    get: operations['getRelation'];
    put?: never;
    post?: never;
    /** Delete a relation */
    delete: operations['deleteRelation'];
    options?: never;
    head?: never;
    /** Change a relation */
    patch: operations['updateRelation'];
    trace?: never;
  };
  '/model/relations/{relation_id}/left_object_types': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    /** Object types on the left of a relation */
    get: operations['listRelationLeftObjectTypes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/relations/{relation_id}/relationships/left_object_types': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    /** Object types on the left of a relation, as identifiers */
    get: operations['listRelationLeftObjectTypeLinks'];
    put?: never;
    /** Add object types on the left of a relation */
    post: operations['addRelationLeftObjectTypes'];
    /** Remove object types on the left of a relation */
    delete: operations['removeRelationLeftObjectTypes'];
    options?: never;
    head?: never;
    /** Replace object types on the left of a relation */
    patch: operations['replaceRelationLeftObjectTypes'];
    trace?: never;
  };
  '/model/relations/{relation_id}/right_object_types': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    /** Object types on the right of a relation */
    get: operations['listRelationRightObjectTypes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/relations/{relation_id}/relationships/right_object_types': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    /** Object types on the right of a relation, as identifiers */
    get: operations['listRelationRightObjectTypeLinks'];
    put?: never;
    /** Add object types on the right of a relation */
    post: operations['addRelationRightObjectTypes'];
    /** Remove object types on the right of a relation */
    delete: operations['removeRelationRightObjectTypes'];
    options?: never;
    head?: never;
    /** Replace object types on the right of a relation */
    patch: operations['replaceRelationRightObjectTypes'];
    trace?: never;
  };
  '/model/categories': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List categories */
    get: operations['listCategories'];
    put?: never;
    /** Create a category */
    post: operations['createCategory'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/categories/{category_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    /** Read a category */
    get: operations['getCategory'];
    put?: never;
    post?: never;
    /**
     * Delete a category
     * @description Objects lose the category. Refused (403) while it has child categories.
     */
    delete: operations['deleteCategory'];
    options?: never;
    head?: never;
    /** Change a category */
    patch: operations['updateCategory'];
    trace?: never;
  };
  '/model/categories/{category_id}/object_type': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    /** The object type of a category */
    get: operations['getCategoryObjectType'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/categories/{category_id}/relationships/object_type': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    /** The object type of a category, as identifiers */
    get: operations['getCategoryObjectTypeLink'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/categories/{category_id}/parent_category': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    /** The parent of a category */
    get: operations['getCategoryParentCategory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/categories/{category_id}/relationships/parent_category': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    /** The parent of a category, as identifiers */
    get: operations['getCategoryParentCategoryLink'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Replace the parent of a category */
    patch: operations['replaceCategoryParentCategory'];
    trace?: never;
  };
  '/model/categories/{category_id}/child_categories': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    /** Categories below a category */
    get: operations['listCategoryChildCategories'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/categories/{category_id}/relationships/child_categories': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    /** Categories below a category, as identifiers */
    get: operations['listCategoryChildCategoryLinks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/categories/{category_id}/object_categories': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    /**
     * Objects in a category
     * @description The objects that show the category, none while it is disabled; an object changes its own by its attribute `categories`.
     */
    get: operations['listCategoryObjects'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/categories/{category_id}/relationships/object_categories': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    /** Objects in a category, as identifiers */
    get: operations['listCategoryObjectLinks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/tags': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List tags */
    get: operations['listTags'];
    put?: never;
    /** Create a tag */
    post: operations['createTag'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/tags/{tag_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of a tag. */
        tag_id: components['parameters']['TagId'];
      };
      cookie?: never;
    };
    /** Read a tag */
    get: operations['getTag'];
    put?: never;
    post?: never;
    /**
     * Delete a tag
     * @description Objects lose the tag.
     */
    delete: operations['deleteTag'];
    options?: never;
    head?: never;
    /** Change a tag */
    patch: operations['updateTag'];
    trace?: never;
  };
  '/admin/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List entries of the audit trail
     * @description Oldest first unless sorted. Single entries have no path. Ids are numbers without gaps, so that `filter[id][gt]` lists the entries after a known one. For administrators only, with any permissions on the endpoint.
     */
    get: operations['listAuditEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/applications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List applications */
    get: operations['listApplications'];
    put?: never;
    /** Create an application */
    post: operations['createApplication'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/applications/{application_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of an application. */
        application_id: components['parameters']['ApplicationId'];
      };
      cookie?: never;
    };
    /** Read an application */
    get: operations['getApplication'];
    put?: never;
    post?: never;
    /**
     * Delete an application
     * @description Its permissions, its configuration and its refresh tokens are deleted with it. The first application, and the one of the request, cannot be deleted (403).
     */
    delete: operations['deleteApplication'];
    options?: never;
    head?: never;
    /**
     * Change an application
     * @description The first application, and the one of the request, cannot be disabled (403).
     */
    patch: operations['updateApplication'];
    trace?: never;
  };
  '/applications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the applications that are enabled */
    get: operations['listPublicApplications'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/applications/{application_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of an application. */
        application_id: components['parameters']['ApplicationId'];
      };
      cookie?: never;
    };
    /** Read an application that is enabled */
    get: operations['getPublicApplication'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List endpoints */
    get: operations['listEndpoints'];
    put?: never;
    /**
     * Create an endpoint
     * @description Endpoints without a row are enabled; a row is needed to disable one or to give it separate permissions.
     */
    post: operations['createEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/endpoints/{endpoint_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of an endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    /** Read an endpoint */
    get: operations['getEndpoint'];
    put?: never;
    post?: never;
    /**
     * Delete an endpoint
     * @description Its permissions are deleted with it. `admin` and `auth` cannot be deleted (403).
     */
    delete: operations['deleteEndpoint'];
    options?: never;
    head?: never;
    /**
     * Change an endpoint
     * @description A disabled endpoint is 404. `admin` and `auth` can be neither disabled nor renamed (403).
     */
    patch: operations['updateEndpoint'];
    trace?: never;
  };
  '/admin/endpoint_permissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List permissions */
    get: operations['listEndpointPermissions'];
    put?: never;
    /**
     * Create a permission
     * @description Permissions add up: no row reduces those of another one, except `block`, which denies access in any case. Rows for all endpoints do not open `users`, `roles`, `trash`, `history`, `object_permissions`, `async_jobs` and `admin`, nor the writing of `model`, `config` and `applications`.
     */
    post: operations['createEndpointPermission'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/endpoint_permissions/{endpoint_permission_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a permission. */
        endpoint_permission_id: components['parameters']['EndpointPermissionId'];
      };
      cookie?: never;
    };
    /** Read a permission */
    get: operations['getEndpointPermission'];
    put?: never;
    post?: never;
    /** Delete a permission */
    delete: operations['deleteEndpointPermission'];
    options?: never;
    head?: never;
    /** Change a permission */
    patch: operations['updateEndpointPermission'];
    trace?: never;
  };
  '/admin/config': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List configuration entries */
    get: operations['listConfigEntries'];
    put?: never;
    /**
     * Create a configuration entry
     * @description Names that begin with `Datasources`, `Cache`, `EmailTransport`, `Session`, `Error` or `App` are refused. Only administrators write those that begin with `Auth` or `Signup`, in the contexts `core` and `api`.
     */
    post: operations['createConfigEntry'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/config/{config_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a configuration entry: its name, for that of an application `{application_id}:{name}`. */
        config_id: components['parameters']['ConfigId'];
      };
      cookie?: never;
    };
    /** Read a configuration entry */
    get: operations['getConfigEntry'];
    put?: never;
    post?: never;
    /** Delete a configuration entry */
    delete: operations['deleteConfigEntry'];
    options?: never;
    head?: never;
    /**
     * Change a configuration entry
     * @description The name and the application of an entry cannot be changed (400).
     */
    patch: operations['updateConfigEntry'];
    trace?: never;
  };
  '/config': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the configuration of this application
     * @description The entries of context `app`: those of the calling application, and the global ones that it does not override.
     */
    get: operations['listPublicConfigEntries'];
    put?: never;
    /**
     * Create an entry for this application
     * @description Of context `app`; global when the request comes from no application.
     */
    post: operations['createPublicConfigEntry'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/config/{config_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a configuration entry: its name, for that of an application `{application_id}:{name}`. */
        config_id: components['parameters']['ConfigId'];
      };
      cookie?: never;
    };
    /** Read an entry of this application */
    get: operations['getPublicConfigEntry'];
    put?: never;
    post?: never;
    /** Delete an entry of this application */
    delete: operations['deletePublicConfigEntry'];
    options?: never;
    head?: never;
    /**
     * Change an entry of this application
     * @description The name of an entry cannot be changed (400).
     */
    patch: operations['updatePublicConfigEntry'];
    trace?: never;
  };
  '/admin/auth_providers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List providers */
    get: operations['listAuthProviders'];
    put?: never;
    /**
     * Create a provider
     * @description For administrators only, since a provider identifies users.
     */
    post: operations['createAuthProvider'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/auth_providers/{auth_provider_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of a provider. */
        auth_provider_id: components['parameters']['AuthProviderId'];
      };
      cookie?: never;
    };
    /** Read a provider */
    get: operations['getAuthProvider'];
    put?: never;
    post?: never;
    /**
     * Delete a provider
     * @description For administrators only. A provider with accounts of users cannot be deleted (403).
     */
    delete: operations['deleteAuthProvider'];
    options?: never;
    head?: never;
    /**
     * Change a provider
     * @description For administrators only. Secrets in `params` are shown as `*****`; a mask in a request keeps the secret, unless `url` or a URL in `params` (except `redirect_uris`) changes: the secrets would then be sent to another address, so that each has to be sent again (400 with its pointer).
     */
    patch: operations['updateAuthProvider'];
    trace?: never;
  };
  '/admin/external_auth': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List accounts at providers */
    get: operations['listExternalAuth'];
    put?: never;
    /** Create an account at a provider */
    post: operations['createExternalAuth'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/external_auth/{external_auth_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of an account at a provider. */
        external_auth_id: components['parameters']['ExternalAuthId'];
      };
      cookie?: never;
    };
    /** Read an account at a provider */
    get: operations['getExternalAuth'];
    put?: never;
    post?: never;
    /** Delete an account at a provider */
    delete: operations['deleteExternalAuth'];
    options?: never;
    head?: never;
    /**
     * Change an account at a provider
     * @description Secrets in `params` are shown as `*****`; a mask in a request keeps the secret.
     */
    patch: operations['updateExternalAuth'];
    trace?: never;
  };
  '/admin/async_jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List jobs
     * @description Only administrators see jobs that wait for a response by mail.
     */
    get: operations['listAsyncJobs'];
    put?: never;
    /**
     * Create a job
     * @description It runs at once, or at `scheduled_from`; its results are in `meta.results`.
     */
    post: operations['createAsyncJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/async_jobs/{async_job_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a job, a UUID. */
        async_job_id: components['parameters']['AsyncJobId'];
      };
      cookie?: never;
    };
    /** Read a job */
    get: operations['getAsyncJob'];
    put?: never;
    post?: never;
    /**
     * Delete a job
     * @description A job that is running, or waits for a response by mail, cannot be deleted (409).
     */
    delete: operations['deleteAsyncJob'];
    options?: never;
    head?: never;
    /**
     * Change a job
     * @description A failed job runs again with a higher `max_attempts`. A running one cannot be changed (409).
     */
    patch: operations['updateAsyncJob'];
    trace?: never;
  };
  '/async_jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List jobs outside of the administration
     * @description The same as `/admin/async_jobs`, with separate permissions: for administrators by default. Jobs that wait for a response by mail are for administrators only.
     */
    get: operations['listPublicAsyncJobs'];
    put?: never;
    /**
     * Create a job outside of the administration
     * @description It runs at once, or at `scheduled_from`; its results are in `meta.results`.
     */
    post: operations['createPublicAsyncJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/async_jobs/{async_job_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a job, a UUID. */
        async_job_id: components['parameters']['AsyncJobId'];
      };
      cookie?: never;
    };
    /** Read a job outside of the administration */
    get: operations['getPublicAsyncJob'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List webhooks */
    get: operations['listWebhooks'];
    put?: never;
    /**
     * Create a webhook
     * @description For administrators only, like all operations of webhooks. Events from this moment on are sent to `url`. The response shows the secret for their signatures, once, in `meta.secret`.
     */
    post: operations['createWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/webhooks/{webhook_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of a webhook. */
        webhook_id: components['parameters']['WebhookId'];
      };
      cookie?: never;
    };
    /** Read a webhook */
    get: operations['getWebhook'];
    put?: never;
    post?: never;
    /**
     * Delete a webhook
     * @description Its log of deliveries is removed with it.
     */
    delete: operations['deleteWebhook'];
    options?: never;
    head?: never;
    /**
     * Change a webhook
     * @description What has not been delivered yet is sent as the webhook says from now on. Enabled again, it goes on where it was, as far as events are kept.
     */
    patch: operations['updateWebhook'];
    trace?: never;
  };
  '/admin/webhooks/{webhook_id}/secret': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of a webhook. */
        webhook_id: components['parameters']['WebhookId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give a webhook a new secret
     * @description For 24 hours messages are signed with the old secret as well, so that the receiver can change to the new one in this time.
     */
    post: operations['renewWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/webhooks/{webhook_id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of a webhook. */
        webhook_id: components['parameters']['WebhookId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test event
     * @description Sends an event of type `colophon.webhook.test` at once, without retries, even if the webhook is disabled. The result has the response of the receiver.
     */
    post: operations['checkWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/webhooks/{webhook_id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of a webhook. */
        webhook_id: components['parameters']['WebhookId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send events again
     * @description Sends one event or a span of them again, with the ids that they had. Messages in the log of deliveries are sent unchanged; the others are made again, as the role reads them now.
     */
    post: operations['replayWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/webhook_deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List deliveries
     * @description What was sent to webhooks, and what came of it. Waiting ones are tried again; the others are kept for seven days, a thousand of each webhook.
     */
    get: operations['listWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/webhook_deliveries/{webhook_delivery_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a delivery, which is that of its message (`webhook-id`). */
        webhook_delivery_id: components['parameters']['WebhookDeliveryId'];
      };
      cookie?: never;
    };
    /** Read a delivery */
    get: operations['getWebhookDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/sysinfo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read what runs here */
    get: operations['getSystemInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/streams': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List streams
     * @description Streams of objects that the caller sees, and the caller's own without an object; administrators see all without an object. `id` restricts them. By default the oldest come first.
     */
    get: operations['listStreams'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/streams/{stream_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a stream, a UUID. */
        stream_id: components['parameters']['StreamId'];
      };
      cookie?: never;
    };
    /** Read a stream */
    get: operations['getStream'];
    put?: never;
    post?: never;
    /**
     * Delete a stream
     * @description With its file and its thumbnails; streams have no trash. For callers who may change its object; for its uploader and administrators while it has none.
     */
    delete: operations['deleteStream'];
    options?: never;
    head?: never;
    /**
     * Change a stream
     * @description Always 403: a stream is immutable. Delete it and upload another one, or upload a new version.
     */
    patch: operations['updateStream'];
    trace?: never;
  };
  '/streams/{stream_id}/object': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a stream, a UUID. */
        stream_id: components['parameters']['StreamId'];
      };
      cookie?: never;
    };
    /** The object of a stream */
    get: operations['getStreamObject'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/streams/{stream_id}/relationships/object': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a stream, a UUID. */
        stream_id: components['parameters']['StreamId'];
      };
      cookie?: never;
    };
    /** The object of a stream, as an identifier */
    get: operations['getStreamObjectLink'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Link a stream to an object
     * @description The stream becomes the latest version of the object, whose type must accept such files. Null removes it from its object. The caller must be allowed to change both the former and the new object.
     */
    patch: operations['replaceStreamObject'];
    trace?: never;
  };
  '/streams/direct_uploads': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin a direct upload
     * @description For a file that the client sends to the bucket of the service itself, by the signed address in the response. It must be the announced file: size, media type and checksum are part of the signature. The announced size counts for the quota from now on. Where clients cannot send files to the storage (`STORAGE_DIRECT`) this is 404.
     */
    post: operations['createDirectUpload'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/streams/direct_uploads/{direct_upload_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a direct upload, a UUID. */
        direct_upload_id: components['parameters']['DirectUploadId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Cancel a direct upload
     * @description The announced file no longer counts for the quota, and a file that was sent is removed from the bucket. For the caller who has begun the upload, and administrators. 409 when it has already ended; for a completed upload the detail names the stream. 404 when its time is over.
     */
    delete: operations['deleteDirectUpload'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/streams/direct_uploads/{direct_upload_id}/stream': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a direct upload, a UUID. */
        direct_upload_id: components['parameters']['DirectUploadId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Complete a direct upload
     * @description Makes a stream of the file that was sent to the bucket, which is checked as any upload. For the caller who has begun it, and administrators. 409 when nothing has been sent yet, when something else was sent, and when it is completed already: the detail then names the stream. 404 when its time is over.
     */
    post: operations['createDirectUploadStream'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/streams/upload/{file_name}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of the file: at most 255 characters of any alphabet; no path, no control characters, and none that reorder text or are invisible. Other names are 400. */
        file_name: components['parameters']['FileName'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload a file
     * @description The body is the file itself, of any media type; `Content-Transfer-Encoding: base64` is undone. The type is found by the content and must be the declared one. The stream belongs to no object until it is linked to one.
     */
    post: operations['uploadStream'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/media/thumbs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Thumbnails of several media objects
     * @description In the order of `ids`. Each is made at the first request, and stored. Hidden objects, and other objects than media, are left out. At most 20, unless the configuration entry `Thumbnails.maxLimit` differs.
     */
    get: operations['listThumbnails'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/media/thumbs/{object_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /**
     * The thumbnail of a media object
     * @description In a list of one. Made at the first request, and stored.
     */
    get: operations['getThumbnails'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/media/thumbs/{object_id}/{file_name}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of the file: at most 255 characters of any alphabet; no path, no control characters, and none that reorder text or are invisible. Other names are 400. */
        file_name: components['parameters']['FileName'];
      };
      cookie?: never;
    };
    /**
     * Download a thumbnail
     * @description At the address in other responses, for callers who see the object; a signed address needs no sign-in until it expires. A new version of the file has other thumbnails: an outdated address is 404.
     */
    get: operations['downloadThumbnail'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/streams/download/{stream_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a stream, a UUID. */
        stream_id: components['parameters']['StreamId'];
      };
      cookie?: never;
    };
    /**
     * Download a file
     * @description The file of a stream, as an attachment of its media type; any `Accept` is fine. For callers who see the stream; with `private_url` only for signed-in callers. A signed address, such as `meta.url` is then, needs no other permission until it expires. Ranges and conditions are those of RFC 9110. With `redirect=true` the response may be a redirect to the storage.
     */
    get: operations['downloadStream'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/streams/clone/{stream_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a stream, a UUID. */
        stream_id: components['parameters']['StreamId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Copy a stream
     * @description The copy has a separate file, belongs to no object, and counts for the caller.
     */
    post: operations['cloneStream'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/streams/version/{object_id}/{file_name}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of the file: at most 255 characters of any alphabet; no path, no control characters, and none that reorder text or are invisible. Other names are 400. */
        file_name: components['parameters']['FileName'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload a new version of an object's file
     * @description The body is the file itself, of any media type that objects of the type hold; `Content-Transfer-Encoding: base64` is undone. The version is one more than the latest one; the first is 1. The earlier ones stay. Without `private_url` it is as private as the latest one. 409 when the file is the same as that.
     */
    post: operations['createStreamVersion'];
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Overwrite the latest version of an object's file
     * @description As POST, but the latest version gets the name and the content of the file and keeps its number and its id; its former content is lost. Without `private_url` that value is unchanged. 409 when the file is the same as before, 404 when the object has none.
     */
    patch: operations['replaceStreamVersion'];
    trace?: never;
  };
  '/objects/{object_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /**
     * Read an object of any type
     * @description With the media type `application/json` the response is the legacy envelope. There an object must be on the publication's tree, or related to one that is; `lang` and `embed[relations]` select the shown texts and relations.
     */
    get: operations['getObject'];
    put?: never;
    post?: never;
    /**
     * Move an object of any type to the trash
     * @description With `application/json` in `Accept` it must be on the publication's tree, or related to an object on it.
     */
    delete: operations['deleteObject'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/objects/{object_id}/children': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /**
     * List the objects in a section
     * @description In the order of the tree, unless a text is searched for. The object must be a section or the publication.
     */
    get: operations['listLegacyChildren'];
    put?: never;
    /**
     * Put objects into a section
     * @description One object or several, at the place that `priority` counts from 1, or behind the others. Those that are there move where `priority` is given. 201 when one is new. All or nothing.
     */
    post: operations['addObjectChildren'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/objects/{object_id}/children/{child_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Id of an object. */
        child_id: components['parameters']['ChildId'];
      };
      cookie?: never;
    };
    /**
     * Read the place of a child in a section
     * @description From 1, among all children of the section.
     */
    get: operations['getLegacyChild'];
    /**
     * Move an object within its section
     * @description The other children move, with any `move_siblings`: positions are counted, so that no two objects share one. A position after the last one means the last one.
     */
    put: operations['replaceObjectChild'];
    post?: never;
    /**
     * Take an object out of a section
     * @description Not for a section, which has exactly one place.
     */
    delete: operations['removeObjectChild'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/objects/{object_id}/sections': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /**
     * List the sections in a section
     * @description In the order of the tree, unless a text is searched for.
     */
    get: operations['listLegacySections'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/objects/{object_id}/contents': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /**
     * List the objects in a section, without sections
     * @description In the order of the tree, unless a text is searched for. The type `section` is refused.
     */
    get: operations['listLegacyContents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/objects/{object_id}/descendants': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /**
     * List the objects at any depth below a section
     * @description Each object once, at its first place in the order of the tree, unless a text is searched for. The object must be a section or the publication.
     */
    get: operations['listLegacyDescendants'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/objects/{object_id}/siblings': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /**
     * List the objects in the same section as an object
     * @description Without the object itself. Of an object in several sections it is the canonical place that counts, else the first one.
     */
    get: operations['listLegacySiblings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/objects/{object_id}/relations': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /**
     * Count what an object is related to
     * @description The relations that lead to something, by name. With filters, only related objects that fit them are counted.
     */
    get: operations['listLegacyRelations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/objects/{object_id}/relations/{relation_name}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
      };
      cookie?: never;
    };
    /**
     * List the objects related to an object by one relation
     * @description By priority, unless the list is a search. `meta.relation_params` of each object has the params of its link.
     */
    get: operations['listLegacyRelated'];
    put?: never;
    /**
     * Relate an object to others
     * @description One object or several; of those that are related already `priority` and `params` change where they are given. 201 when one is new. All or nothing.
     */
    post: operations['addObjectRelations'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/objects/{object_id}/relations/{relation_name}/{related_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
        /** @description Id of an object. */
        related_id: components['parameters']['RelatedId'];
      };
      cookie?: never;
    };
    /**
     * Read how two objects are related
     * @description Position among the related objects, and the params of the link.
     */
    get: operations['getLegacyRelated'];
    /**
     * Change how an object is related to another one
     * @description `priority` or `params` are needed. Without `params` there are none afterwards; without `priority` it keeps its place.
     */
    put: operations['replaceObjectRelation'];
    post?: never;
    /** Part an object from another one */
    delete: operations['removeObjectRelation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/objects/{object_id}/{relation_name}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
      };
      cookie?: never;
    };
    /**
     * List what an object of any type is related to
     * @description In the order of the links unless the request has a sort or a search. `meta.relation` says what each link carries.
     */
    get: operations['listObjectRelated'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/objects/{object_id}/relationships/{relation_name}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
      };
      cookie?: never;
    };
    /** List what an object of any type is related to, as identifiers */
    get: operations['listObjectRelatedLinks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{object_type_name}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
      };
      cookie?: never;
    };
    /** List objects of one type */
    get: operations['listTypedObjects'];
    put?: never;
    /**
     * Create an object
     * @description Without a uname one is made from the title. New objects are `draft` unless a status is given.
     */
    post: operations['createTypedObject'];
    /**
     * Move several objects of one type to the trash
     * @description Each separately; missing ones are skipped. When some cannot be moved, the others are, and the error has an entry for each failure.
     */
    delete: operations['deleteTypedObjects'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{object_type_name}/{object_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /** Read an object */
    get: operations['getTypedObject'];
    put?: never;
    post?: never;
    /** Move an object to the trash */
    delete: operations['deleteTypedObject'];
    options?: never;
    head?: never;
    /**
     * Change an object
     * @description Absent attributes are unchanged. A request without a change writes nothing.
     */
    patch: operations['updateTypedObject'];
    trace?: never;
  };
  '/{object_type_name}/upload/{file_name}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Name of the file: at most 255 characters of any alphabet; no path, no control characters, and none that reorder text or are invisible. Other names are 400. */
        file_name: components['parameters']['FileName'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an object from a file
     * @description The body is the file itself, of any media type that objects of the type hold; `Content-Transfer-Encoding: base64` is undone. The object has the name of the file as its title, everything else is as if it were not given, and the file is its first stream. Either both are made or none.
     */
    post: operations['uploadTypedObject'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{object_type_name}/{object_id}/translations': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /** List the translations of an object */
    get: operations['listTypedObjectTranslations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{object_type_name}/{object_id}/relationships/translations': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /** List the translations of an object, as identifiers */
    get: operations['listTypedObjectTranslationLinks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{object_type_name}/{object_id}/streams': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /** List the streams of an object */
    get: operations['listTypedObjectStreams'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{object_type_name}/{object_id}/relationships/streams': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /** List the streams of an object, as identifiers */
    get: operations['listTypedObjectStreamLinks'];
    put?: never;
    /**
     * Refuse to add streams to an object
     * @description Always 403. A stream is linked at `/streams/{stream_id}/relationships/object`.
     */
    post: operations['addTypedObjectStreams'];
    /**
     * Refuse to remove streams from an object
     * @description Always 403. A stream is linked at `/streams/{stream_id}/relationships/object`.
     */
    delete: operations['removeTypedObjectStreams'];
    options?: never;
    head?: never;
    /**
     * Refuse to replace the streams of an object
     * @description Always 403. A stream is linked at `/streams/{stream_id}/relationships/object`.
     */
    patch: operations['replaceTypedObjectStreams'];
    trace?: never;
  };
  '/{object_type_name}/{object_id}/created_by_user': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /**
     * Read the user who created an object
     * @description Null without one, or when the user is hidden from the caller.
     */
    get: operations['getTypedObjectCreatedByUser'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{object_type_name}/{object_id}/relationships/created_by_user': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /** Read which user created an object */
    get: operations['getTypedObjectCreatedByUserLink'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{object_type_name}/{object_id}/modified_by_user': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /**
     * Read the user who last changed an object
     * @description Null without one, or when the user is hidden from the caller.
     */
    get: operations['getTypedObjectModifiedByUser'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{object_type_name}/{object_id}/relationships/modified_by_user': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /** Read which user last changed an object */
    get: operations['getTypedObjectModifiedByUserLink'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{object_type_name}/{object_id}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /**
     * List the versions of an object
     * @description One for each change of the object itself, oldest first by default; changes of its links and translations are in /history only. Versions whose status or dates would hide the object from the caller are absent. Attributes are in the single versions only.
     */
    get: operations['listTypedObjectVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{object_type_name}/{object_id}/versions/{version_number}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Number of a version of the object. */
        version_number: components['parameters']['VersionNumber'];
      };
      cookie?: never;
    };
    /**
     * Read an object as it was
     * @description Its attributes in that version, in the present form of the type. With `compare` also the values that differ in another version.
     */
    get: operations['getTypedObjectVersion'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{object_type_name}/{object_id}/versions/{version_number}/actions/restore': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Number of a version of the object. */
        version_number: components['parameters']['VersionNumber'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Put an object back to a version
     * @description A change of the attributes that the version shows: it makes a new version, and may be refused like a PATCH. Links, places, translations and permissions are unchanged. It writes nothing when no attribute differs.
     */
    post: operations['restoreTypedObjectVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{object_type_name}/{object_id}/{relation_name}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
      };
      cookie?: never;
    };
    /**
     * List what an object is related to
     * @description In the order of the links unless the request has a sort or a search. `meta.relation` says what each link carries.
     */
    get: operations['listTypedObjectRelated'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{object_type_name}/{object_id}/relationships/{relation_name}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
      };
      cookie?: never;
    };
    /** List what an object is related to, as identifiers */
    get: operations['listTypedObjectRelatedLinks'];
    put?: never;
    /**
     * Relate an object to others
     * @description Existing links take the given values. New ones are last on both sides unless they have a position.
     */
    post: operations['addTypedObjectRelated'];
    /**
     * Remove links of an object
     * @description Links that do not exist are ignored.
     */
    delete: operations['removeTypedObjectRelated'];
    options?: never;
    head?: never;
    /**
     * Replace what an object is related to
     * @description An empty list removes all links. Links to objects that the caller does not see stay.
     */
    patch: operations['replaceTypedObjectRelated'];
    trace?: never;
  };
  '/{object_type_name}/{object_id}/actions/clone': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Copy an object
     * @description Creates an object with the attributes of this one, except those in the request. It is `draft` unless a status is given, and has its own uname. On request it has the translations, and the links to objects that the caller sees.
     */
    post: operations['cloneTypedObject'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{object_type_name}/{object_id}/parents': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /**
     * The folders of an object
     * @description With the place of the object in each as `meta.relation`.
     */
    get: operations['listTypedObjectParents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{object_type_name}/{object_id}/relationships/parents': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /** The folders of an object, as identifiers */
    get: operations['listTypedObjectParentLinks'];
    put?: never;
    /**
     * Put an object into folders
     * @description At the end of each, or at the position that `meta.relation` names.
     */
    post: operations['addTypedObjectParents'];
    /** Take an object out of folders */
    delete: operations['removeTypedObjectParents'];
    options?: never;
    head?: never;
    /** Replace the folders of an object */
    patch: operations['replaceTypedObjectParents'];
    trace?: never;
  };
  '/model/schema/{type_name}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of an object type, or `applications`, `roles` or `streams`. */
        type_name: components['parameters']['SchemaTypeName'];
      };
      cookie?: never;
    };
    /**
     * Read the JSON Schema of a type
     * @description The media type is `application/schema+json`, with any `Accept`.
     */
    get: operations['getSchema'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/model/project': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the whole model */
    get: operations['getProject'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/files/{object_type}/{file_name}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Object type in the singular, such as `image`; the plural is understood too. */
        object_type: components['parameters']['LegacyTypeName'];
        /** @description Name of the file: at most 255 characters of any alphabet; no path, no control characters, and none that reorder text or are invisible. Other names are 400. */
        file_name: components['parameters']['FileName'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload the file of an object that is to be made
     * @description The body is the file itself, of a media type that objects of the type hold; `Content-Transfer-Encoding: base64` is undone. The token goes into `data.upload_token` of POST /objects for an object of that type, by the same user, once, and within 30 minutes; then the file is removed. Until then it counts as the user's. Too large a file is 400 `UPLOAD_MAX_FILESIZE_EXCEEDED`; 409 is a file that an object which the caller sees has already. Without the name of the file the path is 400.
     */
    post: operations['uploadLegacyFile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/poster/{object_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /**
     * Read the poster of an object
     * @description Unstable: it may change in any version. Of the first image that the object is related to by `poster`, else of the object itself when it is an image, else of the first one by `attach`; the object is one that the caller sees, and so is the image. It is made at the first request, and kept; of an SVG it is the original.
     */
    get: operations['getPoster'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/posters': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the posters of several objects
     * @description Unstable: it may change in any version. As /poster/{object_id} for each, in the order of `id`; objects without an image are left out, one that the caller does not see is an error.
     */
    get: operations['listPosters'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/posters/{object_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    /**
     * Read the poster of an object at its newer path
     * @description Unstable: it may change in any version. The same as /poster/{object_id}.
     */
    get: operations['getPosterAlias'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the user who is signed in
     * @description The user's own object, as legacy objects are shown.
     */
    get: operations['getMe'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description The legacy envelope, with the members of the JSON:API response beside it. */
    AccessTokenEnvelope: {
      /** @enum {string} */
      api: 'auth';
      data: components['schemas']['AccessTokenEnvelopeData'];
      /** @enum {string} */
      method: 'get';
      /** @description Query of the request; an array when it is empty. */
      params: string[];
      url: components['schemas']['Url'];
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['AccessTokenMeta'];
    };
    AccessTokenEnvelopeData: {
      access_token: string;
      /** @description Seconds until the access token expires. */
      expires_in: number;
    };
    AccessTokenMeta: {
      /** @description Seconds until the access token expires. */
      expires_in: number;
    };
    AccessTokenResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['AccessTokenMeta'];
    };
    /** @description A remark about an object in responses; sparse `fields` omit members. */
    AnnotationsAttributes: {
      /** @description Id of the object. */
      object_id?: number;
      /** @description The remark. */
      description?: string;
      /** @description Any JSON value or null, free for applications to use; at most 16,384 characters of JSON, with any keys. */
      params?: unknown;
    };
    /** @description Attributes for POST /annotations; unknown ones are refused. */
    AnnotationsCreateAttributes: {
      object_id: components['schemas']['NamedObjectId'];
      /** @description The remark. */
      description: string;
      /** @description Any JSON value or null, free for applications to use; at most 16,384 characters of JSON, with any keys. */
      params?: unknown;
    };
    AnnotationsCreateBody: {
      data: components['schemas']['AnnotationsCreateData'];
    };
    AnnotationsCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes: components['schemas']['AnnotationsCreateAttributes'];
      relationships?: components['schemas']['AnnotationsRelationshipInputs'];
    };
    AnnotationsListResponse: {
      data: components['schemas']['AnnotationsResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    /** @description Members that clients cannot set. */
    AnnotationsMeta: {
      /** @description Id of the author. */
      user_id?: number | null;
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    /** @description The object, which is that of `object_id`. */
    AnnotationsRelationshipInputs: {
      object?: components['schemas']['ToOneInput'];
    };
    AnnotationsRelationships: {
      object?: components['schemas']['ToOneRelationship'];
    };
    AnnotationsResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'annotations';
      attributes: components['schemas']['AnnotationsAttributes'];
      meta: components['schemas']['AnnotationsMeta'];
      relationships?: components['schemas']['AnnotationsRelationships'];
      links?: components['schemas']['ResourceLinks'];
    };
    AnnotationsResponse: {
      data: components['schemas']['AnnotationsResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    /** @description Attributes for PATCH /annotations; absent ones are unchanged. */
    AnnotationsUpdateAttributes: {
      object_id?: components['schemas']['NamedObjectId'];
      /** @description The remark. */
      description?: string;
      /** @description Any JSON value or null, free for applications to use; at most 16,384 characters of JSON, with any keys. */
      params?: unknown;
    };
    AnnotationsUpdateBody: {
      data: components['schemas']['AnnotationsUpdateData'];
    };
    AnnotationsUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['AnnotationsUpdateAttributes'];
      relationships?: components['schemas']['AnnotationsRelationshipInputs'];
    };
    /** @description An object of any type. The published description lists the types of the project. */
    AnyObject: {
      id: components['schemas']['ResourceId'];
      type: string;
      attributes: components['schemas']['TypedObjectsAttributes'];
      meta: components['schemas']['ObjectsMeta'];
      relationships?: components['schemas']['TypedObjectsRelationships'];
      links?: components['schemas']['ResourceLinks'];
    };
    /** @description Identifier of an object, with its own relationships. */
    AnyObjectLink: {
      id: components['schemas']['ResourceId'];
      type: string;
      relationships?: components['schemas']['TypedObjectsRelationships'];
      links?: components['schemas']['ResourceLinks'];
    };
    AnyObjectLinkResponse: {
      data: components['schemas']['AnyObjectLink'];
      links: components['schemas']['DocumentLinks'];
    };
    AnyObjectListResponse: {
      data: components['schemas']['AnyObject'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    AnyObjectResponse: {
      data: components['schemas']['AnyObject'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    /** @description One, or a list, as the relationship is. */
    AnyRelationship: components['schemas']['ToManyRelationship'] | components['schemas']['ToOneRelationship'];
    /** @description An application in responses; sparse `fields` omit members. */
    ApplicationsAttributes: {
      name?: string;
      description?: string | null;
      enabled?: boolean;
      /**
       * Format: date-time
       * @description From then on neither its key nor its tokens count; null for never.
       */
      expires?: string | null;
      /** @description Its requests are read-only for all users, except signing in. */
      read_only?: boolean;
      /** @description First path segments of its allowed requests, such as `documents`, for all its users; signing in is always allowed. Null for all. */
      endpoints?: string[] | null;
    };
    /** @description Attributes for POST /admin/applications; unknown ones are refused. */
    ApplicationsCreateAttributes: {
      name: string;
      description?: string | null;
      enabled?: boolean;
      /**
       * Format: date-time
       * @description From then on neither its key nor its tokens count; null for never.
       */
      expires?: string | null;
      /** @description Its requests are read-only for all users, except signing in. */
      read_only?: boolean;
      /** @description First path segments of its allowed requests, such as `documents`, for all its users; signing in is always allowed. Null for all. */
      endpoints?: string[] | null;
      /** @description For signing in without a user, beside the API key; null when the key alone is enough. It is stored as a hash and never shown. */
      client_secret?: string | null;
    };
    ApplicationsCreateBody: {
      data: components['schemas']['ApplicationsCreateData'];
    };
    ApplicationsCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['ApplicationsCreateAttributes'];
    };
    ApplicationsListResponse: {
      data: components['schemas']['ApplicationsResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Members that clients cannot set. */
    ApplicationsMeta: {
      /** @description The `X-Api-Key` of the application; only in the response that creates or renews it, and for administrators. */
      api_key?: string;
      /** @description Whether a client secret is set. */
      has_client_secret?: boolean;
      /**
       * Format: date-time
       * @description Of its last request, to the minute; null before the first one.
       */
      last_used?: string | null;
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    ApplicationsResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'applications';
      attributes: components['schemas']['ApplicationsAttributes'];
      meta: components['schemas']['ApplicationsMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    ApplicationsResponse: {
      data: components['schemas']['ApplicationsResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description Attributes for PATCH /admin/applications; absent ones are unchanged. */
    ApplicationsUpdateAttributes: {
      name?: string;
      description?: string | null;
      enabled?: boolean;
      /**
       * Format: date-time
       * @description From then on neither its key nor its tokens count; null for never.
       */
      expires?: string | null;
      /** @description Its requests are read-only for all users, except signing in. */
      read_only?: boolean;
      /** @description First path segments of its allowed requests, such as `documents`, for all its users; signing in is always allowed. Null for all. */
      endpoints?: string[] | null;
      /** @description For signing in without a user, beside the API key; null when the key alone is enough. It is stored as a hash and never shown. */
      client_secret?: string | null;
      /**
       * @description True creates another key, which the response shows; the previous key is invalid at once.
       * @enum {boolean}
       */
      renew_key?: true;
    };
    ApplicationsUpdateBody: {
      data: components['schemas']['ApplicationsUpdateData'];
    };
    ApplicationsUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['ApplicationsUpdateAttributes'];
    };
    /** @description A job in responses; sparse `fields` omit members. */
    AsyncJobsAttributes: {
      service?: string;
      priority?: number;
      payload?: Record<string, unknown> | null;
      /** Format: date-time */
      scheduled_from?: string | null;
      /** Format: date-time */
      expires?: string | null;
      max_attempts?: number;
    };
    /** @description Attributes for POST /admin/async_jobs; unknown ones are refused. */
    AsyncJobsCreateAttributes: {
      /** @description What does the work. */
      service: string;
      /** @description Higher ones come first. */
      priority?: number;
      /** @description What the service needs to know, up to 100,000 characters of JSON. */
      payload?: Record<string, unknown> | null;
      /** @description Not before this moment. */
      scheduled_from?: string | null;
      /** @description Not after this moment. */
      expires?: string | null;
      /** @description How often it may still be tried. */
      max_attempts?: number;
    };
    AsyncJobsCreateBody: {
      data: components['schemas']['AsyncJobsCreateData'];
    };
    AsyncJobsCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['AsyncJobsCreateAttributes'];
    };
    AsyncJobsListResponse: {
      data: components['schemas']['AsyncJobsResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Members that clients cannot set. */
    AsyncJobsMeta: {
      /**
       * @description The first that holds: completed; locked, while it is being worked on; failed, when there are no attempts left or it has expired; planned, for later or for a further attempt; pending.
       * @enum {string}
       */
      status?: 'completed' | 'locked' | 'failed' | 'planned' | 'pending';
      /** Format: date-time */
      locked_until?: string | null;
      /** Format: date-time */
      completed?: string | null;
      /** @description One for each attempt, of the last 100: `success`, `attempt_number` and `data.messages`. */
      results?: Record<string, unknown>[] | null;
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    AsyncJobsResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'async_jobs';
      attributes: components['schemas']['AsyncJobsAttributes'];
      meta: components['schemas']['AsyncJobsMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    AsyncJobsResponse: {
      data: components['schemas']['AsyncJobsResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description Attributes for PATCH /admin/async_jobs; absent ones are unchanged. */
    AsyncJobsUpdateAttributes: {
      /** @description What does the work. */
      service?: string;
      /** @description Higher ones come first. */
      priority?: number;
      /** @description What the service needs to know, up to 100,000 characters of JSON. */
      payload?: Record<string, unknown> | null;
      /** @description Not before this moment. */
      scheduled_from?: string | null;
      /** @description Not after this moment. */
      expires?: string | null;
      /** @description How often it may still be tried. */
      max_attempts?: number;
    };
    AsyncJobsUpdateBody: {
      data: components['schemas']['AsyncJobsUpdateData'];
    };
    AsyncJobsUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['AsyncJobsUpdateAttributes'];
    };
    AtomicIdentifier: {
      type: components['schemas']['AtomicType'];
      id?: components['schemas']['BodyId'];
      lid?: components['schemas']['AtomicLocalId'];
      meta?: Record<string, unknown>;
    };
    AtomicIdentifiers: components['schemas']['AtomicIdentifier'][];
    /** @description What the client calls a resource that an operation of the same request adds; unique among those of a type. */
    AtomicLocalId: string;
    AtomicOperation: {
      op: components['schemas']['AtomicOperationCode'];
      ref?: components['schemas']['AtomicReference'];
      /** @description Path or address of the corresponding request, without a query; instead of `ref`. */
      href?: string;
      /** @description As in the body of the request: a resource, identifiers of resources, one, or null. A `lid` stands in the place of `id` for what an earlier operation has added with it. */
      data?: components['schemas']['AtomicResource'] | components['schemas']['AtomicIdentifiers'];
    };
    /** @enum {string} */
    AtomicOperationCode: 'add' | 'update' | 'remove';
    AtomicOperationsBody: {
      'atomic:operations': components['schemas']['AtomicOperation'][];
    };
    /** @description A resource, or one of its relationships. `add` of a resource has none, and `update` may do without. */
    AtomicReference: {
      type: components['schemas']['AtomicType'];
      id?: components['schemas']['BodyId'];
      lid?: components['schemas']['AtomicLocalId'];
      /** @description Name of a relationship. */
      relationship?: string;
    };
    AtomicRelationship: {
      data?: components['schemas']['NullableAtomicIdentifier'] | components['schemas']['AtomicIdentifiers'];
    };
    /** @description A resource, or the identifier of one; its members are those of the corresponding request. */
    AtomicResource: {
      type: components['schemas']['AtomicType'];
      id?: components['schemas']['BodyId'];
      lid?: components['schemas']['AtomicLocalId'];
      attributes?: Record<string, unknown>;
      relationships?: {
        [key: string]: components['schemas']['AtomicRelationship'];
      };
      meta?: Record<string, unknown>;
    } | null;
    /** @description Empty if the request would be 204. */
    AtomicResult: {
      /** @description As in the response to the request. */
      data?: components['schemas']['AtomicResultResource'] | components['schemas']['AtomicResultIdentifiers'];
      meta?: Record<string, unknown>;
    };
    AtomicResultIdentifier: {
      type: string;
      id: components['schemas']['ResourceId'];
      meta?: Record<string, unknown>;
    };
    AtomicResultIdentifiers: components['schemas']['AtomicResultIdentifier'][];
    /** @description A resource, or the identifier of one. */
    AtomicResultResource: {
      type: string;
      id: components['schemas']['ResourceId'];
      attributes?: Record<string, unknown>;
      relationships?: Record<string, unknown>;
      links?: Record<string, unknown>;
      meta?: Record<string, unknown>;
    } | null;
    AtomicResultsResponse: {
      /** @description One for each operation, in their order. */
      'atomic:results': components['schemas']['AtomicResult'][];
      links: components['schemas']['DocumentLinks'];
    };
    AtomicType: string;
    /** @description An entry of the audit trail; sparse `fields` omit members. */
    AuditEntriesAttributes: {
      /** Format: date-time */
      at?: string;
      /** @description `create`, `update`, `trash`, `restore` or `remove` of a resource, or `personal_data_read`, `sessions_ended`, `second_factor_removed`, `recovery_codes_renewed`, `refresh_token_reused`, `person_exported`, `person_erased`, `audit_removed` (old entries were removed). */
      event?: string;
      /** @description Type of the resource; null for an event without one. */
      resource_type?: string | null;
      resource_id?: string | null;
      /** @description Id of the user who did it; null for the service itself and for applications. */
      user_id?: number | null;
      /** @description Id of the application of the request. */
      application_id?: number | null;
      /** @description Of the client; empty for the service itself. */
      address?: string;
      request_id?: string | null;
      /** @description Changed members before, secrets masked; null where there were none, and where they were erased with their user. */
      before?: Record<string, unknown> | null;
      /** @description Changed members after, secrets masked; of an event its parameters. */
      after?: Record<string, unknown> | null;
    };
    AuditEntriesListResponse: {
      data: components['schemas']['AuditEntriesResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Members that clients cannot filter by. */
    AuditEntriesMeta: {
      /** @description SHA-256 of this entry and the hash of the one before. */
      hash?: string;
    };
    AuditEntriesResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'audit_entries';
      attributes: components['schemas']['AuditEntriesAttributes'];
      meta: components['schemas']['AuditEntriesMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    /** @description A provider in responses; sparse `fields` omit members. */
    AuthProvidersAttributes: {
      name?: string;
      auth_class?: string;
      url?: string | null;
      params?: Record<string, unknown> | null;
      enabled?: boolean;
    };
    /** @description Attributes for POST /admin/auth_providers; unknown ones are refused. */
    AuthProvidersCreateAttributes: {
      name: string;
      auth_class?: string;
      /**
       * Format: uri
       * @description Address at which the provider returns data about a user.
       */
      url?: string | null;
      /** @description Members whose names end with `secret`, `password`, `passphrase`, `token`, `private_key`, `api_key`, `access_key`, `credential`, `authorization` or `cookie`, and all in `additionalHeaders`, are never shown again, but masked as `*****`. Of class OAuth2, `audience` (or `client_id`) is the required audience of tokens, as `introspection_endpoint` (RFC 7662), `tokeninfo_endpoint` or else the response of `url` says in `aud`, `client_id` or `azp`. */
      params?: Record<string, unknown> | null;
      enabled?: boolean;
    };
    AuthProvidersCreateBody: {
      data: components['schemas']['AuthProvidersCreateData'];
    };
    AuthProvidersCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['AuthProvidersCreateAttributes'];
    };
    AuthProvidersListResponse: {
      data: components['schemas']['AuthProvidersResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Members that clients cannot set. */
    AuthProvidersMeta: {
      /** @description Whether tokens that the provider has issued for another client are refused. Of class OAuth2 only with `params.audience`, `introspection_endpoint` or `tokeninfo_endpoint`; null for a class that users cannot sign in through. */
      audience_checked?: boolean | null;
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    AuthProvidersResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'auth_providers';
      attributes: components['schemas']['AuthProvidersAttributes'];
      meta: components['schemas']['AuthProvidersMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    AuthProvidersResponse: {
      data: components['schemas']['AuthProvidersResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description Attributes for PATCH /admin/auth_providers; absent ones are unchanged. */
    AuthProvidersUpdateAttributes: {
      name?: string;
      auth_class?: string;
      /**
       * Format: uri
       * @description Address at which the provider returns data about a user.
       */
      url?: string | null;
      /** @description Members whose names end with `secret`, `password`, `passphrase`, `token`, `private_key`, `api_key`, `access_key`, `credential`, `authorization` or `cookie`, and all in `additionalHeaders`, are never shown again, but masked as `*****`. Of class OAuth2, `audience` (or `client_id`) is the required audience of tokens, as `introspection_endpoint` (RFC 7662), `tokeninfo_endpoint` or else the response of `url` says in `aud`, `client_id` or `azp`. */
      params?: Record<string, unknown> | null;
      enabled?: boolean;
    };
    AuthProvidersUpdateBody: {
      data: components['schemas']['AuthProvidersUpdateData'];
    };
    AuthProvidersUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['AuthProvidersUpdateAttributes'];
    };
    AuthUserUpdateAttributes: {
      /**
       * Format: password
       * @description A new password; needs `old_password` if there is one. At least 10 characters and none of the most common passwords, unless the service has another rule.
       */
      password?: string;
      /**
       * Format: password
       * @description The present password.
       */
      old_password?: string;
    } & {
      [key: string]: unknown;
    };
    /** @description Attributes of the user at the top level, or as a JSON:API resource in `data`. Other members are refused. */
    AuthUserUpdateBody: {
      /**
       * Format: password
       * @description A new password; needs `old_password` if there is one. At least 10 characters and none of the most common passwords, unless the service has another rule.
       */
      password?: string;
      /**
       * Format: password
       * @description The present password.
       */
      old_password?: string;
      data?: components['schemas']['AuthUserUpdateData'];
    } & {
      [key: string]: unknown;
    };
    AuthUserUpdateData: {
      id?: components['schemas']['BodyId'];
      type?: string;
      attributes: components['schemas']['AuthUserUpdateAttributes'];
    };
    AuthorizationBody: {
      /** @description Name of an enabled provider of class `OpenIDConnect`. */
      auth_provider: string;
      /** @description Page of the application, in full and without query and fragment; known to the provider. */
      redirect_uri: string;
    };
    AuthorizationMeta: {
      /** @description Page of the provider to send the user to. */
      authorization_url: string;
      /** @description What the provider's redirect must carry; the application refuses one with another. */
      state: string;
      /** @description Kept by the application, in no URL, until the user is back; without it the code is of no use (PKCE). */
      code_verifier: string;
      /** @description Seconds within which the user must be back. */
      expires_in: number;
    };
    AuthorizationResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['AuthorizationMeta'];
    };
    /** @description The id in the path; an integer is accepted for it. */
    BodyId: string | number;
    BodyIdentifier: {
      id: components['schemas']['LinkedId'];
      type: string;
    };
    BulkEditBody: {
      data: components['schemas']['BulkEditData'];
    };
    BulkEditData: {
      /** @description Attributes to set; objects of types without one of them are refused. */
      attributes: Record<string, unknown>;
      objects: components['schemas']['BulkEditObjects'];
    };
    BulkEditError: {
      /** @description As it was sent. */
      id: string;
      message: string;
    };
    BulkEditIds: components['schemas']['BodyId'][];
    /** @description Ids of the objects to change, by the name of their type. */
    BulkEditObjects: {
      [key: string]: components['schemas']['BulkEditIds'];
    };
    BulkEditResponse: {
      data: components['schemas']['BulkEditResult'];
      links: components['schemas']['DocumentLinks'];
    };
    BulkEditResult: {
      /** @description Ids of the objects that now have these attributes. */
      saved: string[];
      errors: components['schemas']['BulkEditError'][];
    };
    /** @description A category of one object type in responses; sparse `fields` omit members. */
    CategoriesAttributes: {
      name?: string;
      /** @description Text by language; `default` is the text for all others. */
      labels?: {
        [key: string]: string;
      };
      /** @description The default text. */
      label?: string | null;
      enabled?: boolean;
      /** @description Id of the parent category. */
      parent_id?: number | null;
      object_type_name?: string;
    };
    /** @description Attributes for POST /model/categories; unknown ones are refused. */
    CategoriesCreateAttributes: {
      name: string;
      labels?: {
        [key: string]: string;
      };
      label?: string | null;
      enabled?: boolean;
      parent_id?: number | null;
      object_type_name: string;
    };
    CategoriesCreateBody: {
      data: components['schemas']['CategoriesCreateData'];
    };
    CategoriesCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['CategoriesCreateAttributes'];
      relationships?: components['schemas']['CategoriesRelationshipInputs'];
    };
    CategoriesIdentifier: {
      id: string;
      /** @enum {string} */
      type: 'categories';
    };
    /** @description Related resources of `include`, each once. */
    CategoriesIncluded: components['schemas']['CategoriesIncludedResource'][];
    /** @description A related resource, of the type that `type` names. */
    CategoriesIncludedResource:
      | components['schemas']['ObjectTypesResource']
      | components['schemas']['CategoriesResource']
      | components['schemas']['RelationsResource']
      | components['schemas']['AnyObject'];
    CategoriesListResponse: {
      data: components['schemas']['CategoriesResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
      included?: components['schemas']['CategoriesIncluded'];
    };
    /** @description Members that clients cannot set. */
    CategoriesMeta: {
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    /** @description Null when there is no parent. */
    CategoriesParentResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'categories';
      attributes: components['schemas']['CategoriesAttributes'];
      meta: components['schemas']['CategoriesMeta'];
      relationships?: components['schemas']['CategoriesRelationships'];
      links?: components['schemas']['ResourceLinks'];
    } | null;
    CategoriesParentResponse: {
      data: components['schemas']['CategoriesParentResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description The object type, by id or name, which is that of `object_type_name`; and the parent, instead of `parent_id`. */
    CategoriesRelationshipInputs: {
      object_type?: components['schemas']['ToOneInput'];
      parent_category?: components['schemas']['ToOneInput'];
    };
    CategoriesRelationships: {
      object_type?: components['schemas']['ToOneObjectType'];
      parent_category?: components['schemas']['ToOneCategory'];
      child_categories?: components['schemas']['ToManyCategories'];
      /** @description The objects that have the category. */
      object_categories?: components['schemas']['ToManyRelationship'];
    };
    CategoriesResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'categories';
      attributes: components['schemas']['CategoriesAttributes'];
      meta: components['schemas']['CategoriesMeta'];
      relationships?: components['schemas']['CategoriesRelationships'];
      links?: components['schemas']['ResourceLinks'];
    };
    CategoriesResponse: {
      data: components['schemas']['CategoriesResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
      included?: components['schemas']['CategoriesIncluded'];
    };
    /** @description Attributes for PATCH /model/categories; absent ones are unchanged. */
    CategoriesUpdateAttributes: {
      name?: string;
      labels?: {
        [key: string]: string;
      };
      label?: string | null;
      enabled?: boolean;
      parent_id?: number | null;
      object_type_name?: string;
    };
    CategoriesUpdateBody: {
      data: components['schemas']['CategoriesUpdateData'];
    };
    CategoriesUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['CategoriesUpdateAttributes'];
      relationships?: components['schemas']['CategoriesRelationshipInputs'];
    };
    ChangeCredentialsBody: {
      /** @description From the mail. */
      uuid: string;
      /** @description The new password: at least 10 characters and none of the most common passwords, unless the service has another rule. */
      password: string;
      /** @description Sign in at once. */
      login?: boolean;
    };
    ChangeCredentialsMeta: {
      schema: components['schemas']['SchemaReferences'];
      /** @description Access token; with `login`, for users without a second factor. */
      jwt?: string;
      /** @description Refresh token; with `login`, for users without a second factor. */
      renew?: string;
      /** @description Seconds until the access token expires; with `login`. */
      expires_in?: number;
      /**
       * Format: date-time
       * @description Until when the user may sign in without a second factor, which a role of the user requires. Afterwards the response is 401 `second_factor_enrolment_required`.
       */
      second_factor_due?: string;
    };
    ChangeCredentialsResponse: {
      data: components['schemas']['UsersResource'];
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['ChangeCredentialsMeta'];
    };
    /** @description A configuration entry in responses; sparse `fields` omit members. */
    ConfigAttributes: {
      name?: string;
      context?: string;
      content?: string;
      /** @description Id of the application; null for all. */
      application_id?: number | null;
    };
    /** @description The id in the path; an integer is accepted for it. */
    ConfigBodyId: string | number;
    /** @description Attributes for POST /admin/config; unknown ones are refused. */
    ConfigCreateAttributes: {
      name: string;
      /** @description Entries of `core` and `api` take effect, those of `app` are shown at `/config`. */
      context?: string;
      /** @description Text, or the text of a JSON value. */
      content?: string;
      /** @description Id of the application; null for all. */
      application_id?: number | null;
      /** @description The same by name; one that does not exist is 404. */
      application?: string | null;
    };
    ConfigCreateBody: {
      data: components['schemas']['ConfigCreateData'];
    };
    ConfigCreateData: {
      type: string;
      /** @description The name for a global entry, `{application_id}:{name}` for that of an application; any other is refused (409). */
      id?: string;
      attributes?: components['schemas']['ConfigCreateAttributes'];
    };
    ConfigListResponse: {
      data: components['schemas']['ConfigResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Members that clients cannot set. */
    ConfigMeta: {
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    ConfigResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'config';
      attributes: components['schemas']['ConfigAttributes'];
      meta: components['schemas']['ConfigMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    ConfigResponse: {
      data: components['schemas']['ConfigResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description Attributes for PATCH /admin/config; absent ones are unchanged. */
    ConfigUpdateAttributes: {
      /** @description The name that it has. */
      name?: string;
      /** @description Entries of `core` and `api` take effect, those of `app` are shown at `/config`. */
      context?: string;
      /** @description Text, or the text of a JSON value. */
      content?: string;
      /** @description The application that it has. */
      application_id?: number | null;
      /** @description The same by name. */
      application?: string | null;
    };
    ConfigUpdateBody: {
      data: components['schemas']['ConfigUpdateData'];
    };
    ConfigUpdateData: {
      id: components['schemas']['ConfigBodyId'];
      type: string;
      attributes?: components['schemas']['ConfigUpdateAttributes'];
    };
    CredentialsChangeBody: {
      /**
       * Format: email
       * @description E-mail address of the user.
       */
      contact: string;
      /** @description Page that the mail links to; http or https, of an origin that the service allows. */
      change_url: string;
    };
    /** @description An OpenAPI 3.0.3 document. */
    DescriptionResponse: {
      openapi: string;
      info: Record<string, unknown>;
      paths: Record<string, unknown>;
    };
    /** @description An OpenAPI 3.0.3 document as YAML. */
    DescriptionYaml: string;
    /** @description The announced file. */
    DirectUploadsAttributes: {
      /** @description In the composed form (NFC). */
      file_name: string;
      mime_type: string;
      file_size: number;
      hash_md5?: string;
      hash_sha256?: string;
      private_url: boolean;
    };
    /** @description The announced file, with one of the two checksums; unknown members are refused. */
    DirectUploadsCreateAttributes: {
      file_name: string;
      /** @description Media type without parameters; `application/octet-stream` leaves it to the content. */
      mime_type: string;
      /** @description Bytes. */
      file_size: number;
      /** @description MD5 of the bytes, hex. */
      hash_md5?: string;
      /** @description SHA-256 of the bytes, hex. */
      hash_sha256?: string;
      /** @description Whether the file is for callers who are signed in only; false by default. */
      private_url?: boolean;
    };
    DirectUploadsCreateBody: {
      data: components['schemas']['DirectUploadsCreateData'];
    };
    DirectUploadsCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes: components['schemas']['DirectUploadsCreateAttributes'];
    };
    /** @description The request that sends the file to the bucket. */
    DirectUploadsMeta: {
      /**
       * Format: uri
       * @description Signed address. It accepts the announced file, and nothing else.
       */
      url: string;
      /** @enum {string} */
      method: 'PUT';
      /** @description To be sent unchanged, without a token. Browsers set Content-Length themselves. */
      headers: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description The request must begin before.
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description End of the upload, which must be completed before.
       */
      complete_by: string;
    };
    DirectUploadsResource: {
      /**
       * Format: uuid
       * @description A UUID.
       */
      id: string;
      /** @enum {string} */
      type: 'direct_uploads';
      attributes: components['schemas']['DirectUploadsAttributes'];
      meta: components['schemas']['DirectUploadsMeta'];
    };
    DirectUploadsResponse: {
      data: components['schemas']['DirectUploadsResource'];
      links: components['schemas']['DocumentLinks'];
    };
    DocumentLinks: {
      self: components['schemas']['Url'];
      home: components['schemas']['Url'];
    };
    DocumentMeta: {
      schema?: components['schemas']['SchemaReferences'];
    };
    /** @description `true` gives access to all records, `mine` to the caller's own, `false` to none; `block` denies access even if other rows give it. */
    EndpointPermission: boolean | ('mine' | 'block');
    /** @description A permission in responses; sparse `fields` omit members. */
    EndpointPermissionsAttributes: {
      /** @description Id of the endpoint; null for any. */
      endpoint_id?: number | null;
      /** @description Id of the application; null for any. */
      application_id?: number | null;
      /** @description Id of the role; null for any. */
      role_id?: number | null;
      read?: components['schemas']['EndpointPermission'];
      write?: components['schemas']['EndpointPermission'];
      anonymous?: boolean;
    };
    /** @description Attributes for POST /admin/endpoint_permissions; unknown ones are refused. */
    EndpointPermissionsCreateAttributes: {
      /** @description Id of the endpoint; null for any. */
      endpoint_id?: number | null;
      /** @description The same by name; one that does not exist is 404. */
      endpoint_name?: string | null;
      /** @description Id of the application; null for any. */
      application_id?: number | null;
      /** @description The same by name; one that does not exist is 404. */
      application_name?: string | null;
      /** @description Id of the role; null for any. */
      role_id?: number | null;
      /** @description The same by name; one that does not exist is 404. */
      role_name?: string | null;
      read?: components['schemas']['EndpointPermission'];
      write?: components['schemas']['EndpointPermission'];
      /** @description Whether a row for any role counts for anonymous callers. */
      anonymous?: boolean;
    };
    EndpointPermissionsCreateBody: {
      data: components['schemas']['EndpointPermissionsCreateData'];
    };
    EndpointPermissionsCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['EndpointPermissionsCreateAttributes'];
    };
    EndpointPermissionsListResponse: {
      data: components['schemas']['EndpointPermissionsResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Members that clients cannot set. */
    EndpointPermissionsMeta: {
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    EndpointPermissionsResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'endpoint_permissions';
      attributes: components['schemas']['EndpointPermissionsAttributes'];
      meta: components['schemas']['EndpointPermissionsMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    EndpointPermissionsResponse: {
      data: components['schemas']['EndpointPermissionsResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description Attributes for PATCH /admin/endpoint_permissions; absent ones are unchanged. */
    EndpointPermissionsUpdateAttributes: {
      /** @description Id of the endpoint; null for any. */
      endpoint_id?: number | null;
      /** @description The same by name; one that does not exist is 404. */
      endpoint_name?: string | null;
      /** @description Id of the application; null for any. */
      application_id?: number | null;
      /** @description The same by name; one that does not exist is 404. */
      application_name?: string | null;
      /** @description Id of the role; null for any. */
      role_id?: number | null;
      /** @description The same by name; one that does not exist is 404. */
      role_name?: string | null;
      read?: components['schemas']['EndpointPermission'];
      write?: components['schemas']['EndpointPermission'];
      /** @description Whether a row for any role counts for anonymous callers. */
      anonymous?: boolean;
    };
    EndpointPermissionsUpdateBody: {
      data: components['schemas']['EndpointPermissionsUpdateData'];
    };
    EndpointPermissionsUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['EndpointPermissionsUpdateAttributes'];
    };
    /** @description An endpoint in responses; sparse `fields` omit members. */
    EndpointsAttributes: {
      name?: string;
      description?: string | null;
      enabled?: boolean;
      /** @description Id of the object type whose endpoint it is. */
      object_type_id?: number | null;
    };
    /** @description Attributes for POST /admin/endpoints; unknown ones are refused. */
    EndpointsCreateAttributes: {
      /** @description A first path segment. */
      name: string;
      description?: string | null;
      enabled?: boolean;
      /** @description Id of the object type whose endpoint it is. */
      object_type_id?: number | null;
    };
    EndpointsCreateBody: {
      data: components['schemas']['EndpointsCreateData'];
    };
    EndpointsCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['EndpointsCreateAttributes'];
    };
    EndpointsListResponse: {
      data: components['schemas']['EndpointsResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Members that clients cannot set. */
    EndpointsMeta: {
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    EndpointsResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'endpoints';
      attributes: components['schemas']['EndpointsAttributes'];
      meta: components['schemas']['EndpointsMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    EndpointsResponse: {
      data: components['schemas']['EndpointsResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description Attributes for PATCH /admin/endpoints; absent ones are unchanged. */
    EndpointsUpdateAttributes: {
      /** @description A first path segment. */
      name?: string;
      description?: string | null;
      enabled?: boolean;
      /** @description Id of the object type whose endpoint it is. */
      object_type_id?: number | null;
    };
    EndpointsUpdateBody: {
      data: components['schemas']['EndpointsUpdateData'];
    };
    EndpointsUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['EndpointsUpdateAttributes'];
    };
    /**
     * @description | code | status | title |
     *     |---|---|---|
     *     | bad_request | 400 | Bad request |
     *     | malformed_json | 400 | Malformed JSON |
     *     | invalid_encoding | 400 | Invalid encoding |
     *     | invalid_key | 400 | Invalid key |
     *     | too_deep | 400 | Too deeply nested |
     *     | invalid_data | 400 | Invalid data |
     *     | already_exists | 400 | Already exists |
     *     | unknown_parameter | 400 | Unknown query parameter |
     *     | invalid_parameter | 400 | Invalid query parameter |
     *     | invalid_filter | 400 | Invalid filter |
     *     | unsupported_sort | 400 | Unsupported sorting field |
     *     | invalid_include | 400 | Invalid include |
     *     | query_too_expensive | 400 | Query too expensive |
     *     | empty_file | 400 | Empty file |
     *     | incomplete_upload | 400 | Incomplete upload |
     *     | file_type_mismatch | 400 | Content is not of its type |
     *     | file_type_forbidden | 400 | Type of file not allowed |
     *     | file_infected | 400 | Malware found |
     *     | unreadable_file | 400 | Unreadable file |
     *     | UPLOAD_MAX_FILESIZE_EXCEEDED | 400 | File too large |
     *     | authentication_required | 401 | Authentication required |
     *     | invalid_token | 401 | Invalid token |
     *     | expired_token | 401 | Expired token |
     *     | second_factor_required | 401 | Second factor required |
     *     | second_factor_enrolment_required | 401 | Second factor to be enrolled |
     *     | login_failed | 401 | Login request not successful |
     *     | application_unauthorized | 401 | Application unauthorized |
     *     | forbidden | 403 | Forbidden |
     *     | fresh_factor_required | 403 | Second factor to be confirmed |
     *     | fresh_sign_in_required | 403 | Sign-in to be confirmed |
     *     | missing_api_key | 403 | Missing API key |
     *     | invalid_api_key | 403 | Invalid API key |
     *     | abstract_type | 403 | Abstract object types cannot be instantiated |
     *     | client_id_forbidden | 403 | Client-generated ids are not supported |
     *     | locked | 403 | Operation not allowed on locked objects |
     *     | immutable | 403 | Immutable resource |
     *     | in_use | 403 | Resource in use |
     *     | UPLOAD_QUOTA_EXCEEDED | 403 | Upload quota exceeded |
     *     | UPLOAD_FILES_LIMIT_EXCEEDED | 403 | Too many files |
     *     | invalid_signature | 403 | Invalid signature |
     *     | expired_signature | 403 | Expired address |
     *     | not_found | 404 | Resource not found |
     *     | route_not_found | 404 | Not Found |
     *     | page_not_found | 404 | Page not found |
     *     | method_not_allowed | 405 | Method not allowed |
     *     | not_acceptable | 406 | Not acceptable |
     *     | request_timeout | 408 | Request timeout |
     *     | type_conflict | 409 | Unsupported resource type |
     *     | id_conflict | 409 | Ids do not match |
     *     | conflict | 409 | Conflict |
     *     | idempotency_key_in_use | 409 | Request under way |
     *     | idempotency_answer_lost | 409 | Answer lost |
     *     | cursor_expired | 410 | Events not kept |
     *     | length_required | 411 | Length required |
     *     | precondition_failed | 412 | Precondition failed |
     *     | payload_too_large | 413 | Payload too large |
     *     | uri_too_long | 414 | URI too long |
     *     | unsupported_media_type | 415 | Unsupported media type |
     *     | range_not_satisfiable | 416 | Range not satisfiable |
     *     | idempotency_key_reused | 422 | Idempotency key reused |
     *     | too_many_requests | 429 | Too many requests |
     *     | internal_error | 500 | Internal error |
     *     | service_unavailable | 503 | Service unavailable |
     * @enum {string}
     */
    ErrorCode:
      | 'bad_request'
      | 'malformed_json'
      | 'invalid_encoding'
      | 'invalid_key'
      | 'too_deep'
      | 'invalid_data'
      | 'already_exists'
      | 'unknown_parameter'
      | 'invalid_parameter'
      | 'invalid_filter'
      | 'unsupported_sort'
      | 'invalid_include'
      | 'query_too_expensive'
      | 'empty_file'
      | 'incomplete_upload'
      | 'file_type_mismatch'
      | 'file_type_forbidden'
      | 'file_infected'
      | 'unreadable_file'
      | 'UPLOAD_MAX_FILESIZE_EXCEEDED'
      | 'authentication_required'
      | 'invalid_token'
      | 'expired_token'
      | 'second_factor_required'
      | 'second_factor_enrolment_required'
      | 'login_failed'
      | 'application_unauthorized'
      | 'forbidden'
      | 'fresh_factor_required'
      | 'fresh_sign_in_required'
      | 'missing_api_key'
      | 'invalid_api_key'
      | 'abstract_type'
      | 'client_id_forbidden'
      | 'locked'
      | 'immutable'
      | 'in_use'
      | 'UPLOAD_QUOTA_EXCEEDED'
      | 'UPLOAD_FILES_LIMIT_EXCEEDED'
      | 'invalid_signature'
      | 'expired_signature'
      | 'not_found'
      | 'route_not_found'
      | 'page_not_found'
      | 'method_not_allowed'
      | 'not_acceptable'
      | 'request_timeout'
      | 'type_conflict'
      | 'id_conflict'
      | 'conflict'
      | 'idempotency_key_in_use'
      | 'idempotency_answer_lost'
      | 'cursor_expired'
      | 'length_required'
      | 'precondition_failed'
      | 'payload_too_large'
      | 'uri_too_long'
      | 'unsupported_media_type'
      | 'range_not_satisfiable'
      | 'idempotency_key_reused'
      | 'too_many_requests'
      | 'internal_error'
      | 'service_unavailable';
    ErrorMeta: {
      refused_by?: components['schemas']['RefusingRule'];
      /** @description With code `second_factor_required`: for POST /auth with `grant_type` `second_factor` and a code, within five minutes. With code `second_factor_enrolment_required`: for POST and PATCH /auth/second_factor, within fifteen minutes; renewals have none. */
      challenge?: string;
      /** @description Stack trace, in debug mode only. */
      trace?: string[];
    };
    ErrorObject: {
      status: string;
      title: string;
      code: components['schemas']['ErrorCode'];
      detail: string;
      source?: components['schemas']['ErrorSource'];
      meta?: components['schemas']['ErrorObjectMeta'];
    };
    ErrorObjectMeta: {
      refused_by?: components['schemas']['RefusingRule'];
    };
    /** @description The one layout of every error. */
    ErrorResponse: {
      error: components['schemas']['ErrorSummary'];
      /** @description One entry per fault, as JSON:API clients read it. */
      errors: components['schemas']['ErrorObject'][];
      links: components['schemas']['DocumentLinks'];
    };
    /** @description Where the fault lies. */
    ErrorSource: {
      /** @description JSON pointer into the request body. */
      pointer?: string;
      /** @description Query parameter. */
      parameter?: string;
      header?: string;
    };
    /** @description The members come in this order, which clients of the reference system rely on. */
    ErrorSummary: {
      /** @description HTTP status. */
      status: string;
      /** @description The same for every occurrence of the problem. */
      title: string;
      code: components['schemas']['ErrorCode'];
      /** @description What is wrong this time, naming each field at fault. */
      detail: string;
      meta?: components['schemas']['ErrorMeta'];
    };
    ExplainAttribute: {
      name: string;
      /** @description The user may read it. */
      read: boolean;
      /** @description The user may write it, where the object may be written. */
      write: boolean;
      /** @description `attribute_permissions` of the type and of those above it; each has to allow the access. */
      rules: components['schemas']['ExplainAttributeRule'][];
    };
    ExplainAttributeRule: {
      /** @description The rule is at `/model/object_types/{object_type}`. */
      object_type: string;
      /** @description Names of the roles that may read it; null for every caller. */
      read: string[] | null;
      /** @description Names of the roles that may write it; null for all who may read it. */
      write: string[] | null;
    };
    ExplainMeta: {
      /** @description operationId of the request. */
      operation: string;
      method: string;
      /** @description Id of the user; null for a caller who is not signed in. */
      user: number | null;
      /** @description Names of the roles of the user. */
      roles: string[];
      /** @description No rule refuses the request. */
      allowed: boolean;
      /** @description HTTP status of the refusal. */
      status?: number;
      code?: components['schemas']['ErrorCode'];
      /** @description Text of the refusal; for a hidden object, which is 404, the reason. */
      detail?: string;
      /** @description The checked rules, in their order; the last one decides. */
      steps: components['schemas']['ExplainStep'][];
      second_factor?: components['schemas']['ExplainSecondFactor'];
      /** @description Of a path with an object that the user reads: the attributes that only some roles read or write, and whether the user does. Absent where there are none. */
      attributes?: components['schemas']['ExplainAttribute'][];
    };
    ExplainResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['ExplainMeta'];
    };
    ExplainRow: {
      /**
       * @description The row is at `/admin/endpoint_permissions/{id}` or `/object_permissions/{id}`.
       * @enum {string}
       */
      type: 'endpoint_permissions' | 'object_permissions';
      id: string;
      /** @description Name of the endpoint; null for all endpoints. */
      endpoint?: string | null;
      /** @description Name of the role; null for all roles. */
      role?: string | null;
      /** @description null for all applications. */
      application_id?: number | null;
      /** @description Id of the object or folder whose permission it is. */
      object_id?: number;
      /** @enum {string} */
      permission?: 'read' | 'write' | 'mark';
    };
    /** @description The requirement of a second factor for the request, in addition to `allowed`. Absent if there is none. */
    ExplainSecondFactor: {
      /**
       * @description `confirmation`, the session of the request must have confirmed it in the last `fresh_seconds`; `enrolment`, the user has none, and a role requires one.
       * @enum {string}
       */
      needs: 'confirmation' | 'enrolment';
      reason: string;
      /** @description Names of the roles of the user that require a second factor. */
      roles: string[];
      /** @description Of `confirmation`. */
      fresh_seconds?: number;
      /**
       * Format: date-time
       * @description Of `enrolment`, until when the user may sign in without one. Absent as long as the user has not signed in since it is required.
       */
      due?: string;
    };
    ExplainStep: {
      /**
       * @description `account`, the user can sign in; `endpoint`, permissions of roles on an endpoint; `own`, the same for own records only; `visibility`, status, dates, author and trash; `object`, permissions of the object; `inherited`, those of folders above it.
       * @enum {string}
       */
      rule: 'account' | 'endpoint' | 'own' | 'visibility' | 'object' | 'inherited';
      allowed: boolean;
      /** @description Name of the endpoint, or type and id of the object. */
      subject?: string;
      /** @enum {string} */
      side?: 'read' | 'write';
      /**
       * @description Of an endpoint.
       * @enum {string}
       */
      grant?: 'all' | 'mine' | 'none';
      reason: string;
      /** @description The rows that decide; none where nothing gives a permission, or nothing restricts it. */
      rows: components['schemas']['ExplainRow'][];
    };
    /** @description An account at a provider in responses; sparse `fields` omit members. */
    ExternalAuthAttributes: {
      user_id?: number;
      auth_provider_id?: number;
      provider_username?: string;
      params?: Record<string, unknown> | null;
    };
    /** @description Attributes for POST /admin/external_auth; unknown ones are refused. */
    ExternalAuthCreateAttributes: {
      /** @description Id of the user. */
      user_id: number;
      /** @description Id of the provider. */
      auth_provider_id: number;
      /** @description Name of the user at the provider, once for each provider. */
      provider_username: string;
      /** @description Members whose names end with `secret`, `password`, `passphrase`, `token`, `private_key`, `api_key`, `access_key`, `credential`, `authorization` or `cookie`, and all in `additionalHeaders`, are never shown again, but masked as `*****`. */
      params?: Record<string, unknown> | null;
    };
    ExternalAuthCreateBody: {
      data: components['schemas']['ExternalAuthCreateData'];
    };
    ExternalAuthCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['ExternalAuthCreateAttributes'];
    };
    ExternalAuthListResponse: {
      data: components['schemas']['ExternalAuthResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Members that clients cannot set. */
    ExternalAuthMeta: {
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    ExternalAuthResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'external_auth';
      attributes: components['schemas']['ExternalAuthAttributes'];
      meta: components['schemas']['ExternalAuthMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    ExternalAuthResponse: {
      data: components['schemas']['ExternalAuthResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description Attributes for PATCH /admin/external_auth; absent ones are unchanged. */
    ExternalAuthUpdateAttributes: {
      /** @description Id of the user. */
      user_id?: number;
      /** @description Id of the provider. */
      auth_provider_id?: number;
      /** @description Name of the user at the provider, once for each provider. */
      provider_username?: string;
      /** @description Members whose names end with `secret`, `password`, `passphrase`, `token`, `private_key`, `api_key`, `access_key`, `credential`, `authorization` or `cookie`, and all in `additionalHeaders`, are never shown again, but masked as `*****`. */
      params?: Record<string, unknown> | null;
    };
    ExternalAuthUpdateBody: {
      data: components['schemas']['ExternalAuthUpdateData'];
    };
    ExternalAuthUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['ExternalAuthUpdateAttributes'];
    };
    /** @description What an event is about. */
    FeedEventData: {
      /** @description Id of the object, or of the resource of the model. */
      id: string;
      /** @description Name of its type, such as `documents` or `object_types`. */
      type: string;
      /** @description Names of what changed: attributes, relations, `parents`, `places`, `perms`, `roles`, `translations`, `annotations`, `streams`, `locked`. Empty where the object is gone from the view of the caller. */
      changed: string[];
    };
    /** @enum {string} */
    FeedEventType:
      | 'colophon.object.created'
      | 'colophon.object.updated'
      | 'colophon.object.deleted'
      | 'colophon.object.restored'
      | 'colophon.object.removed'
      | 'colophon.object.published'
      | 'colophon.object.unpublished'
      | 'colophon.model.created'
      | 'colophon.model.updated'
      | 'colophon.model.removed';
    /** @description The attributes of CloudEvents 1.0, but for `id` and `type`; a sparse `fields` leaves members out. */
    FeedEventsAttributes: {
      /** @description The `type` of CloudEvents. `deleted` is moved to the trash, `removed` gone for good or out of view. */
      event?: components['schemas']['FeedEventType'];
      /** @description Base of the addresses of the service. */
      source?: string;
      /** @description Path of the resource of the event, relative to `source`. */
      subject?: string;
      /** Format: date-time */
      time?: string;
      data?: components['schemas']['FeedEventData'];
    };
    FeedEventsListMeta: {
      pagination: components['schemas']['Pagination'];
      schema?: components['schemas']['SchemaReferences'];
      /** @description The `page[after]` that goes on behind this page. */
      cursor: string;
    };
    FeedEventsListResponse: {
      data: components['schemas']['FeedEventsResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['FeedEventsListMeta'];
    };
    /** @description There is none. */
    FeedEventsMeta: Record<string, unknown>;
    FeedEventsResource: {
      /** @description Number of the event; later events have higher ones. */
      id: string;
      /** @enum {string} */
      type: 'feed_events';
      attributes: components['schemas']['FeedEventsAttributes'];
      meta: components['schemas']['FeedEventsMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    /** @description Server-sent events. Each has the number of the event as its `id` and as `data` a CloudEvent in JSON, with the members `specversion`, `id`, `source`, `type`, `subject`, `time`, `datacontenttype` and `data`. Messages without data carry only the `id` to go on from. */
    FeedStream: string;
    FoldersAttributes: {
      status?: components['schemas']['ObjectStatus'];
      /** @description Unique in the project, URL-friendly, never purely numeric. */
      uname?: string;
      title?: string | null;
      description?: string | null;
      body?: string | null;
      lang?: string | null;
      /** @description Any JSON value, free for applications to use. */
      extra?: unknown;
      /** Format: date-time */
      publish_start?: string | null;
      /** Format: date-time */
      publish_end?: string | null;
    };
    /** @description The attributes of the type, and where the folder comes; unknown members are refused. */
    FoldersCreateAttributes: {
      status?: components['schemas']['ObjectStatus'];
      /** @description Unique in the project, URL-friendly, never purely numeric. */
      uname?: string;
      title?: string | null;
      /** @description Id or uname of the parent; a root without one. */
      parent_id?: (number | null) | string;
      /** @description Uname or id of the parent, instead of `parent_id`. */
      parent_uname?: string | null;
    };
    FoldersCreateBody: {
      data: components['schemas']['FoldersCreateData'];
    };
    FoldersCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['FoldersCreateAttributes'];
      relationships?: components['schemas']['RelationshipInputs'];
    };
    FoldersIdentifier: {
      id: string;
      /** @enum {string} */
      type: 'folders';
    };
    FoldersListResponse: {
      data: components['schemas']['FoldersResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    FoldersMeta: {
      perms?: components['schemas']['ObjectsPerms'];
      /** @description When true the folder cannot be deleted, nor its status or uname changed. */
      locked?: boolean;
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
      /**
       * Format: date-time
       * @description When the status became `on`; null unless it is.
       */
      published?: string | null;
      /** @description Id of a user. */
      created_by?: number;
      /** @description Id of a user. */
      modified_by?: number;
      /** @description Ids of the folders above and of the folder itself, such as `/11/12`; it begins below the lowest one that is hidden from the caller. */
      path?: string;
      extra?: components['schemas']['ObjectsMetaExtra'];
      relation?: components['schemas']['ObjectsRelation'];
    };
    /** @description Null for a root. */
    FoldersParentResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'folders';
      attributes: components['schemas']['FoldersAttributes'];
      meta: components['schemas']['FoldersMeta'];
      relationships?: components['schemas']['FoldersRelationships'];
      links?: components['schemas']['ResourceLinks'];
    } | null;
    FoldersParentResponse: {
      data: components['schemas']['FoldersParentResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    FoldersRelationships: {
      parent?: components['schemas']['ToOneFolder'];
      children?: components['schemas']['ToManyRelationship'];
      translations?: components['schemas']['ToManyTranslations'];
      /** @description Only when it was included. */
      created_by_user?: components['schemas']['ToOneUser'];
      /** @description Only when it was included. */
      modified_by_user?: components['schemas']['ToOneUser'];
    } & {
      [key: string]: components['schemas']['AnyRelationship'];
    };
    FoldersResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'folders';
      attributes: components['schemas']['FoldersAttributes'];
      meta: components['schemas']['FoldersMeta'];
      relationships?: components['schemas']['FoldersRelationships'];
      links?: components['schemas']['ResourceLinks'];
    };
    FoldersResponse: {
      data: components['schemas']['FoldersResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    /** @description The attributes of the type; absent ones are unchanged. */
    FoldersUpdateAttributes: {
      status?: components['schemas']['ObjectStatus'];
      /** @description Unique in the project, URL-friendly, never purely numeric. */
      uname?: string;
      title?: string | null;
    };
    FoldersUpdateBody: {
      data: components['schemas']['FoldersUpdateData'];
    };
    FoldersUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes: components['schemas']['FoldersUpdateAttributes'];
      relationships?: components['schemas']['RelationshipInputs'];
      meta?: components['schemas']['ObjectsUpdateMeta'];
    };
    HealthResponse: {
      /** @enum {string} */
      status: 'ok';
    };
    /** @enum {string} */
    HistoryAction: 'create' | 'update' | 'trash' | 'restore' | 'remove';
    /** @description A change has none. */
    HistoryAttributes: Record<string, unknown>;
    HistoryListResponse: {
      data: components['schemas']['HistoryResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    /** @description Author, time and content of the change; sparse `fields` omit members. */
    HistoryMeta: {
      resource_id?: string;
      /** @description `objects` for objects of any type, else the type of the resource. */
      resource_type?: string;
      /** Format: date-time */
      created?: string;
      /** @description Id of a user. */
      user_id?: number | null;
      /** @description Id of an application. */
      application_id?: number | null;
      user_action?: components['schemas']['HistoryAction'];
      /** @description New value of each changed field that the caller may see; no secrets. */
      changed?: Record<string, unknown>;
    };
    HistoryRelationships: {
      /** @description The author of the change; only when included. */
      user?: components['schemas']['ToOneUser'];
    };
    HistoryResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'history';
      attributes: components['schemas']['HistoryAttributes'];
      meta: components['schemas']['HistoryMeta'];
      relationships?: components['schemas']['HistoryRelationships'];
      links?: components['schemas']['ResourceLinks'];
    };
    HomeDisplay: {
      label: string;
    };
    HomeEntry: {
      href: components['schemas']['Url'];
      hints: components['schemas']['HomeHints'];
    };
    HomeHints: {
      allow: ('GET' | 'POST' | 'PATCH' | 'DELETE')[];
      formats: string[];
      display?: components['schemas']['HomeDisplay'];
      /** @description The path is the endpoint of an object type. */
      object_type: boolean;
      /** @description The type is abstract. */
      multiple_types?: boolean;
    };
    HomeMeta: {
      /** @description By path, what this caller may do there. */
      resources: {
        [key: string]: components['schemas']['HomeEntry'];
      };
      project: components['schemas']['ProjectName'];
      version: string;
      limits: components['schemas']['Limits'];
    };
    HomeResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['HomeMeta'];
    };
    Identifier: {
      id: string;
      type: string;
    };
    Identifiers: components['schemas']['BodyIdentifier'][];
    LegacyCategory: {
      id: number;
      area_id: number | null;
      label: string | null;
      name: string;
    };
    LegacyChildBody: {
      data: components['schemas']['LegacyChildChange'];
    };
    LegacyChildChange: {
      priority: components['schemas']['LegacyPriority'];
      move_siblings?: boolean;
    };
    LegacyChildDetail: {
      /** @description Place among all children of the section, from 1. */
      priority: number;
    };
    LegacyChildDetailResponse: {
      /** @enum {string} */
      api: 'objects';
      data: components['schemas']['LegacyChildDetail'];
      /** @enum {string} */
      method: 'get';
      params: components['schemas']['LegacyParams'];
      url: components['schemas']['Url'];
    };
    LegacyChildInput: {
      child_id: components['schemas']['LegacyId'];
      priority?: components['schemas']['LegacyPriority'];
    };
    LegacyChildInputs: components['schemas']['LegacyChildInput'][];
    LegacyChildLinkage: components['schemas']['LegacyChildInput'] | components['schemas']['LegacyChildInputs'];
    LegacyChildResponse: {
      /** @enum {string} */
      api: 'objects';
      data: components['schemas']['legacy-writes_LegacyChildDetail'];
      /** @enum {string} */
      method: 'put';
      params: components['schemas']['LegacyParams'];
      url: components['schemas']['Url'];
    };
    LegacyChildRow: {
      child_id: number;
      /** @description Place among all children, counted from 1. */
      priority: number;
    };
    /** @description Of sections and the publication. */
    LegacyChildren: {
      count: number;
      url: components['schemas']['Url'];
      contents?: components['schemas']['LegacyCountedLink'];
      sections?: components['schemas']['LegacyCountedLink'];
    };
    LegacyChildrenBody: {
      data: components['schemas']['LegacyChildLinkage'];
    };
    LegacyChildrenResponse: {
      /** @enum {string} */
      api: 'objects';
      /** @description In the order of the request. */
      data: components['schemas']['LegacyChildRow'][];
      /** @enum {string} */
      method: 'post';
      params: components['schemas']['LegacyParams'];
      url: components['schemas']['Url'];
    };
    LegacyCountedLink: {
      count: number;
      url: components['schemas']['Url'];
    };
    /** @description Such as `2026-05-13T07:09:23+00:00`; an offset or `Z` is needed. */
    LegacyDateInput: string | null;
    LegacyDateItem: {
      /** @description Place among those of the object, from 1. */
      id: number;
      /** Format: date-time */
      start_date: string;
      /** Format: date-time */
      end_date: string | null;
      /** @description Days of the week, 0 for Sunday. */
      days: number[];
    };
    LegacyDateItemInput: {
      /** @description Of an item that the object has, whose params it keeps. */
      id?: components['schemas']['LegacyId'];
      /** @description Such as `2026-05-13T07:09:23+00:00`; an offset or `Z` is needed. */
      start_date: string;
      end_date?: components['schemas']['LegacyDateInput'];
      /** @description Days of the week, 0 being Sunday. */
      days?: number[];
    };
    LegacyGeoTag: {
      object_id: number;
      latitude: number | null;
      longitude: number | null;
      address: string | null;
      title?: string | null;
      gmaps_lookats: components['schemas']['LegacyLookAt'];
    };
    LegacyGeoTagInput: {
      id?: components['schemas']['LegacyId'];
      latitude?: number | null;
      longitude?: number | null;
      address?: string | null;
      title?: string | null;
    };
    /** @description Id of an object. */
    LegacyId: components['schemas']['LegacyNumericId'] | components['schemas']['LegacyTextId'];
    LegacyLinkBody: {
      data: components['schemas']['LegacyLinkChange'];
    };
    LegacyLinkChange: {
      params?: components['schemas']['LegacyLinkParams'];
      priority?: components['schemas']['LegacyPriority'];
    };
    LegacyLinkDetail: {
      priority: number;
      params: {
        [key: string]: unknown;
      };
    };
    LegacyLinkInput: {
      related_id: components['schemas']['LegacyId'];
      params?: components['schemas']['LegacyLinkParams'];
      priority?: components['schemas']['LegacyPriority'];
    };
    LegacyLinkInputs: components['schemas']['LegacyLinkInput'][];
    /** @description As the relation describes them. */
    LegacyLinkParams: {
      [key: string]: unknown;
    } | null;
    LegacyLinkResponse: {
      /** @enum {string} */
      api: 'objects';
      data: components['schemas']['LegacyLinkDetail'];
      /** @enum {string} */
      method: 'put';
      params: components['schemas']['LegacyParams'];
      url: components['schemas']['Url'];
    };
    LegacyLinkRow: {
      related_id: number;
      priority: number;
      /** @description Left out when there are none. */
      params?: {
        [key: string]: unknown;
      };
    };
    LegacyLinkage: components['schemas']['LegacyLinkInput'] | components['schemas']['LegacyNewLinks'];
    LegacyLinksBody: {
      data: components['schemas']['LegacyLinkage'];
    };
    LegacyLinksResponse: {
      /** @enum {string} */
      api: 'objects';
      /** @description In the order of the request. */
      data: components['schemas']['LegacyLinkRow'][];
      /** @enum {string} */
      method: 'post';
      params: components['schemas']['LegacyParams'];
      url: components['schemas']['Url'];
    };
    /** @description The point that a map shows. */
    LegacyLookAt: {
      latitude?: number | null;
      longitude?: number | null;
    };
    LegacyNewLinks: components['schemas']['LegacyLinkInput'][];
    LegacyNoParams: string[];
    LegacyNumericId: number;
    /** @description An object of any type: the fields that all have, and those of its type. Properties that a project has added stand in `custom_properties`. Of attributes that only other roles read, title, description and dates are null, and others absent. */
    LegacyObject: {
      id: number;
      object_type_id: number;
      /** @description Type in the singular; `section` for a folder, `area` for the publication. */
      object_type: string;
      /** @enum {string} */
      status: 'on' | 'draft' | 'off';
      title: string | null;
      /** @description Unique name. */
      nickname: string;
      description: string | null;
      subject?: string | null;
      abstract?: string | null;
      body?: string | null;
      note?: string | null;
      rights?: string | null;
      license?: string | null;
      creator?: string | null;
      publisher?: string | null;
      /** @description Whether readers may comment. */
      comments?: string;
      /** @description Three-letter code (ISO 639-2/T). */
      lang: string | null;
      /** @description Language of the texts, where a translation stands in place of the original. */
      curr_lang?: string;
      /** Format: date-time */
      start_date?: string | null;
      /** Format: date-time */
      end_date?: string | null;
      /** Format: date-time */
      publication_date: string;
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      modified: string;
      user_created: number | null;
      user_modified: number | null;
      /** @description Whether its status is `on` and its publication dates hold now. */
      valid: boolean;
      /** @description Whether the caller has a role that the object is for. */
      authorized: boolean;
      /** @description Whether every caller may read it. */
      free_access: boolean;
      /** @description Translated fields by language. */
      languages: {
        [key: string]: components['schemas']['LegacyTranslation'];
      };
      /** @description By name, those with related objects. */
      relations: {
        [key: string]: components['schemas']['LegacyRelation'];
      };
      children?: components['schemas']['LegacyChildren'];
      custom_properties: {
        [key: string]: unknown;
      };
      /** @description Of a section, the section that it is in. */
      parent_id?: number | null;
      /** @description Of a section, ids of those above it, each after a slash. */
      parent_path?: string;
      /** @description Of media, the address of the file. */
      uri?: string | null;
      /** @description Of media, the name that they were given, else a slug of `original_name`; of other types an attribute. */
      name?: string | null;
      /** @description Of media, the name that the file came with. */
      original_name?: string | null;
      mime_type?: string | null;
      /** @description Bytes. */
      file_size?: number | null;
      /** @description SHA-1 of the file. */
      hash_file?: string | null;
      /** @description Of an image, pixels. */
      width?: number | null;
      /** @description Of an image, pixels. */
      height?: number | null;
      /** @description Of an event, when it takes place. */
      date_items?: components['schemas']['LegacyDateItem'][];
      meta?: components['schemas']['LegacyObjectMeta'];
      geo_tags?: components['schemas']['LegacyGeoTag'][];
      categories?: components['schemas']['LegacyCategory'][];
      tags?: components['schemas']['LegacyTag'][];
    } & {
      [key: string]: unknown;
    };
    LegacyObjectBody: {
      data: components['schemas']['LegacyObjectInput'];
    };
    LegacyObjectData: {
      object: components['schemas']['LegacyObject'];
    };
    /** @description What is saved: fields as the object shows them, those of its type too; those that cannot be written may be sent back as they are, others are refused. `status` is always `on` at creation. */
    LegacyObjectInput: {
      id?: components['schemas']['LegacyId'];
      /** @description Needed to create an object. It never changes. */
      object_type?: string;
      title?: string | null;
      /** @description Unique name, never digits alone; made from the title when none is given, and altered where another object has it. */
      nickname?: string | null;
      description?: string | null;
      /** @description Three letters (ISO 639-2/T) or two. */
      lang?: string | null;
      start_date?: components['schemas']['LegacyDateInput'];
      end_date?: components['schemas']['LegacyDateInput'];
      /** @description Sections, and the publication: the object is the last one in each; exactly one for a section. When the object is changed they replace those of this publication. */
      parents?: components['schemas']['LegacyId'][];
      /** @description By name, also by that of the inverse. When the object is changed each list replaces the one of its name. */
      relations?: {
        [key: string]: components['schemas']['LegacyLinkInputs'];
      };
      /** @description Values of properties that the project has added, by name; null deletes. */
      custom_properties?: {
        [key: string]: unknown;
      };
      /** @description Names; all must be known for the type. */
      categories?: string[];
      /** @description Names; all must be known. */
      tags?: string[];
      geo_tags?: components['schemas']['LegacyGeoTagInput'][];
      /** @description Of types that have them, such as events. */
      date_items?: components['schemas']['LegacyDateItemInput'][];
      /** @description Token of a file that was sent before, for a new object of a type with a file. */
      upload_token?: string;
    } & {
      [key: string]: unknown;
    };
    /** @description In a list of what an object is related to. */
    LegacyObjectMeta: {
      /** @description What the link carries. */
      relation_params: {
        [key: string]: unknown;
      };
    };
    LegacyObjectResponse: {
      /** @enum {string} */
      api: 'objects';
      data: components['schemas']['LegacyObjectData'];
      /** @enum {string} */
      method: 'get';
      params: components['schemas']['LegacyParams'];
      url: components['schemas']['Url'];
    };
    LegacyObjectsData: {
      objects: components['schemas']['LegacyObject'][];
    };
    /** @description A page of objects, or the objects with the requested ids, which have no paging. */
    LegacyObjectsResponse: {
      /** @enum {string} */
      api: 'objects';
      data: components['schemas']['LegacyObjectsData'];
      /** @enum {string} */
      method: 'get';
      paging?: components['schemas']['LegacyPaging'];
      params: components['schemas']['LegacyParams'];
      url: components['schemas']['Url'];
    };
    LegacyPaging: {
      page: number;
      page_size: number;
      /** @description Number of items on this page. */
      page_count: number;
      /** @description Number of items on all pages. */
      total: number;
      total_pages: number;
    };
    /** @description Query of the request, without tokens: an object as brackets nest it, with the texts that were sent; an empty array when there is none. */
    LegacyParams: components['schemas']['LegacyNoParams'] | components['schemas']['LegacyQuery'];
    /** @description Place among the others. */
    LegacyPriority: number;
    LegacyQuery: {
      [key: string]: unknown;
    };
    LegacyRelation: {
      count: number;
      url: components['schemas']['Url'];
      /** @description The first of them, if requested. */
      objects?: components['schemas']['LegacyObject'][];
    };
    LegacyRelationDetail: {
      /** @description Place among the related objects. */
      priority: number;
      params: {
        [key: string]: unknown;
      };
    };
    LegacyRelationDetailResponse: {
      /** @enum {string} */
      api: 'objects';
      data: components['schemas']['LegacyRelationDetail'];
      /** @enum {string} */
      method: 'get';
      params: components['schemas']['LegacyParams'];
      url: components['schemas']['Url'];
    };
    LegacyRelationsResponse: {
      /** @enum {string} */
      api: 'objects';
      /** @description By name, those with related objects. */
      data: {
        [key: string]: components['schemas']['LegacyCountedLink'];
      };
      /** @enum {string} */
      method: 'get';
      params: components['schemas']['LegacyParams'];
      url: components['schemas']['Url'];
    };
    LegacyTag: {
      label: string | null;
      name: string;
    };
    LegacyTextId: string;
    LegacyTranslation: {
      [key: string]: unknown;
    };
    LegacyWrittenObjectResponse: {
      /** @enum {string} */
      api: 'objects';
      data: components['schemas']['LegacyObject'];
      /** @enum {string} */
      method: 'post';
      params: components['schemas']['LegacyParams'];
      url: components['schemas']['Url'];
    };
    /** @description What a caller may take. null where there is no limit. */
    Limits: {
      requests: components['schemas']['RateLimit'];
      requests_of_all_processes: components['schemas']['RateLimit'];
      /** @description Lists with filter, q, include or sort, and requests with many operations. */
      expensive_requests_at_once: number;
      page_size: number;
      query_ms: number;
      /** @description Files aside. */
      body_bytes: number;
      /** @description Time that a body may take, files aside. */
      body_seconds: number;
      file_bytes: number;
      /** @description Of one user. */
      files: number | null;
      /** @description Of all files of one user. */
      files_bytes: number | null;
    };
    LinkListResponse: {
      data: components['schemas']['Identifier'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    LinkResponse: {
      data: components['schemas']['NullableIdentifier'];
      links: components['schemas']['DocumentLinks'];
    };
    Linkage: components['schemas']['BodyIdentifier'] | components['schemas']['Identifiers'];
    /** @description One resource identifier or several. */
    LinkageBody: {
      data: components['schemas']['Linkage'];
    };
    /** @description Id, or the name of what has one; an integer is accepted for the id. */
    LinkedId: string | number;
    LinksOnlyResponse: {
      links: components['schemas']['DocumentLinks'];
    };
    ListLinks: {
      self: components['schemas']['Url'];
      home: components['schemas']['Url'];
      first: components['schemas']['Url'];
      last: components['schemas']['Url'];
      prev: components['schemas']['NullableUrl'];
      next: components['schemas']['NullableUrl'];
      /**
       * Format: uri
       * @description Where to find what may be linked.
       */
      available?: string;
    };
    ListMeta: {
      pagination: components['schemas']['Pagination'];
      schema?: components['schemas']['SchemaReferences'];
    };
    MeEnvelope: {
      /** @enum {string} */
      api: 'me';
      data: components['schemas']['LegacyObjectData'];
      /** @enum {string} */
      method: 'get';
      params: components['schemas']['LegacyParams'];
      url: components['schemas']['Url'];
    };
    /** @description Metrics in the text format of Prometheus, version 0.0.4. */
    MetricsText: string;
    /** @description Id of the object; its digits are accepted as a string too. */
    NamedObjectId: number | string;
    /**
     * @description The value false, for an abstract or disabled type, which has no objects.
     * @enum {boolean}
     */
    NoSchema: false;
    NullableAtomicIdentifier: {
      type: components['schemas']['AtomicType'];
      id?: components['schemas']['BodyId'];
      lid?: components['schemas']['AtomicLocalId'];
      meta?: Record<string, unknown>;
    } | null;
    NullableBodyIdentifier: {
      id: components['schemas']['LinkedId'];
      type: string;
    } | null;
    NullableCategoriesIdentifier: {
      id: string;
      /** @enum {string} */
      type: 'categories';
    } | null;
    NullableFoldersIdentifier: {
      id: string;
      /** @enum {string} */
      type: 'folders';
    } | null;
    NullableIdentifier: {
      id: string;
      type: string;
    } | null;
    NullableObjectTypesIdentifier: {
      id: string;
      /** @enum {string} */
      type: 'object_types';
    } | null;
    /** @description Null is no folder. */
    NullablePlace: {
      id: components['schemas']['LinkedId'];
      type: string;
      meta?: components['schemas']['PlaceMeta'];
    } | null;
    /** Format: uri */
    NullableUrl: string | null;
    NullableUser: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'users';
      attributes: components['schemas']['UsersAttributes'];
      meta: components['schemas']['UsersMeta'];
      relationships?: components['schemas']['UsersRelationships'];
      links?: components['schemas']['ResourceLinks'];
    } | null;
    NullableUsersIdentifier: {
      id: string;
      /** @enum {string} */
      type: 'users';
    } | null;
    /** @description A permission in responses; sparse `fields` omit members. */
    ObjectPermissionsAttributes: {
      object_id?: number;
      role_id?: number;
      permission?: components['schemas']['ObjectPermissionsKind'];
    };
    /** @description Attributes for POST /object_permissions; unknown ones are refused. Without `permission` it is `write`. */
    ObjectPermissionsCreateAttributes: {
      object_id: number;
      role_id: number;
      permission?: components['schemas']['ObjectPermissionsKind'];
    };
    ObjectPermissionsCreateBody: {
      data: components['schemas']['ObjectPermissionsCreateData'];
    };
    ObjectPermissionsCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['ObjectPermissionsCreateAttributes'];
    };
    /**
     * @description `read`: only such roles see the object. `mark`: all see it, marked as that of such roles. `write`: only such roles change it.
     * @enum {string}
     */
    ObjectPermissionsKind: 'read' | 'mark' | 'write';
    ObjectPermissionsListResponse: {
      data: components['schemas']['ObjectPermissionsResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Members that clients cannot set. */
    ObjectPermissionsMeta: {
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    ObjectPermissionsResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'object_permissions';
      attributes: components['schemas']['ObjectPermissionsAttributes'];
      meta: components['schemas']['ObjectPermissionsMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    ObjectPermissionsResponse: {
      data: components['schemas']['ObjectPermissionsResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /**
     * @description Who sees it; `on` is public, `draft` and `off` are for those who may write.
     * @enum {string}
     */
    ObjectStatus: 'on' | 'draft' | 'off';
    /** @description JSON Schema (draft-06) of the attributes of an object type, with its relations and a revision that changes exactly when the schema does. */
    ObjectTypeSchema: {
      definitions?: Record<string, unknown>;
      $id: components['schemas']['Url'];
      $schema: string;
      /** @enum {string} */
      type: 'object';
      properties: Record<string, unknown>;
      required: string[];
      associations?: string[];
      relations?: Record<string, unknown>;
      translatable?: string[];
      revision: string;
    };
    /** @description Names of the roles that read and write an attribute. Writing requires reading. */
    ObjectTypesAttributePermission: {
      /** @description Null or absent for every caller, empty for administrators only. `status`, `uname` and `lang` are readable for all who see an object. */
      read?: string[] | null;
      /** @description Null or absent for all who read it, empty for administrators only. A value that they may not write is 403. */
      write?: string[] | null;
    };
    /** @description An object type in responses; sparse `fields` omit members. */
    ObjectTypesAttributes: {
      /** @description Plural name, also the path of the endpoint. */
      name?: string;
      singular?: string;
      description?: string | null;
      /**
       * @description The set of static attributes that the type stands on.
       * @enum {string}
       */
      table?:
        | 'BEdita/Core.Objects'
        | 'BEdita/Core.Profiles'
        | 'BEdita/Core.Users'
        | 'BEdita/Core.Media'
        | 'BEdita/Core.Locations'
        | 'BEdita/Core.Links'
        | 'BEdita/Core.Publications'
        | 'BEdita/Core.Folders';
      /** @description Things every object of the type may have. */
      associations?: ('Categories' | 'Tags' | 'DateRanges' | 'Streams' | 'Permissions')[] | null;
      /** @description Attributes that are never shown; their values are kept. The types below an abstract one hide them too. */
      hidden?: string[] | null;
      /** @description Attributes that only some roles may read or write, by name. Administrators always may. A type narrows the rules of the types above it. An attribute that a caller may not read is in no response, filter, sort or event, and the search ignores it for all callers. */
      attribute_permissions?: {
        [key: string]: components['schemas']['ObjectTypesAttributePermission'];
      } | null;
      is_abstract?: boolean;
      /** @description The abstract type it inherits from. */
      parent_name?: string | null;
      enabled?: boolean;
      /** @description Attribute to whether it is translated. */
      translation_rules?: {
        [key: string]: boolean;
      } | null;
      is_translatable?: boolean;
    };
    /** @description Attributes for POST /model/object_types; unknown ones are refused. */
    ObjectTypesCreateAttributes: {
      name: string;
      singular: string;
      description?: string | null;
      /**
       * @description The set of static attributes that the type stands on.
       * @enum {string}
       */
      table?:
        | 'BEdita/Core.Objects'
        | 'BEdita/Core.Profiles'
        | 'BEdita/Core.Users'
        | 'BEdita/Core.Media'
        | 'BEdita/Core.Locations'
        | 'BEdita/Core.Links'
        | 'BEdita/Core.Publications'
        | 'BEdita/Core.Folders';
      /** @description Things every object of the type may have. */
      associations?: ('Categories' | 'Tags' | 'DateRanges' | 'Streams' | 'Permissions')[] | null;
      /** @description Attributes that are never shown; their values are kept. The types below an abstract one hide them too. */
      hidden?: string[] | null;
      /** @description Attributes that only some roles may read or write, by name. Administrators always may. A type narrows the rules of the types above it. An attribute that a caller may not read is in no response, filter, sort or event, and the search ignores it for all callers. */
      attribute_permissions?: {
        [key: string]: components['schemas']['ObjectTypesAttributePermission'];
      } | null;
      is_abstract?: boolean;
      /** @description The abstract type it inherits from. */
      parent_name?: string | null;
      enabled?: boolean;
      /** @description Attribute to whether it is translated. */
      translation_rules?: {
        [key: string]: boolean;
      } | null;
      is_translatable?: boolean;
    };
    ObjectTypesCreateBody: {
      data: components['schemas']['ObjectTypesCreateData'];
    };
    ObjectTypesCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['ObjectTypesCreateAttributes'];
      relationships?: components['schemas']['ObjectTypesRelationshipInputs'];
    };
    ObjectTypesIdentifier: {
      id: string;
      /** @enum {string} */
      type: 'object_types';
    };
    /** @description Related resources of `include`, each once. */
    ObjectTypesIncluded: components['schemas']['ObjectTypesIncludedResource'][];
    ObjectTypesIncludedResource:
      components['schemas']['RelationsResource'] | components['schemas']['ObjectTypesResource'];
    ObjectTypesListResponse: {
      data: components['schemas']['ObjectTypesResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
      included?: components['schemas']['ObjectTypesIncluded'];
    };
    /** @description Members that clients cannot set. */
    ObjectTypesMeta: {
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
      /** @description CamelCase form of the name. */
      alias?: string;
      /** @description Names of all relations of the type, both sides. */
      relations?: string[];
      /** @description Shipped with the service; cannot be removed. */
      core_type?: boolean;
    };
    /** @description Null when there is no parent. */
    ObjectTypesParentResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'object_types';
      attributes: components['schemas']['ObjectTypesAttributes'];
      meta: components['schemas']['ObjectTypesMeta'];
      relationships?: components['schemas']['ObjectTypesRelationships'];
      links?: components['schemas']['ResourceLinks'];
    } | null;
    ObjectTypesParentResponse: {
      data: components['schemas']['ObjectTypesParentResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description The parent, by id or name, instead of `parent_name`. */
    ObjectTypesRelationshipInputs: {
      parent?: components['schemas']['ToOneInput'];
    };
    ObjectTypesRelationships: {
      left_relations?: components['schemas']['ToManyRelations'];
      right_relations?: components['schemas']['ToManyRelations'];
      parent?: components['schemas']['ToOneObjectType'];
    };
    ObjectTypesResource: {
      id: components['schemas']['ResourceId'];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'object_types';
      attributes: components['schemas']['ObjectTypesAttributes'];
      meta: components['schemas']['ObjectTypesMeta'];
      relationships?: components['schemas']['ObjectTypesRelationships'];
      links?: components['schemas']['ResourceLinks'];
    };
    ObjectTypesResponse: {
      data: components['schemas']['ObjectTypesResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
      included?: components['schemas']['ObjectTypesIncluded'];
    };
    /** @description Attributes for PATCH /model/object_types; absent ones are unchanged. */
    ObjectTypesUpdateAttributes: {
      name?: string;
      singular?: string;
      description?: string | null;
      /**
       * @description The set of static attributes that the type stands on.
       * @enum {string}
       */
      table?:
        | 'BEdita/Core.Objects'
        | 'BEdita/Core.Profiles'
        | 'BEdita/Core.Users'
        | 'BEdita/Core.Media'
        | 'BEdita/Core.Locations'
        | 'BEdita/Core.Links'
        | 'BEdita/Core.Publications'
        | 'BEdita/Core.Folders';
      /** @description Things every object of the type may have. */
      associations?: ('Categories' | 'Tags' | 'DateRanges' | 'Streams' | 'Permissions')[] | null;
      /** @description Attributes that are never shown; their values are kept. The types below an abstract one hide them too. */
      hidden?: string[] | null;
      /** @description Attributes that only some roles may read or write, by name. Administrators always may. A type narrows the rules of the types above it. An attribute that a caller may not read is in no response, filter, sort or event, and the search ignores it for all callers. */
      attribute_permissions?: {
        [key: string]: components['schemas']['ObjectTypesAttributePermission'];
      } | null;
      is_abstract?: boolean;
      /** @description The abstract type it inherits from. */
      parent_name?: string | null;
      enabled?: boolean;
      /** @description Attribute to whether it is translated. */
      translation_rules?: {
        [key: string]: boolean;
      } | null;
      is_translatable?: boolean;
    };
    ObjectTypesUpdateBody: {
      data: components['schemas']['ObjectTypesUpdateData'];
    };
    ObjectTypesUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['ObjectTypesUpdateAttributes'];
      relationships?: components['schemas']['ObjectTypesRelationshipInputs'];
    };
    ObjectUserResponse: {
      data: components['schemas']['NullableUser'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    ObjectsCloneMeta: {
      /** @description Copied in addition to the attributes. */
      include?: components['schemas']['ObjectsClonePart'][];
    };
    /** @enum {string} */
    ObjectsClonePart: 'relationships' | 'translations';
    /** @description Related resources requested with `include` or `lang`, each once; and of media objects their streams, in lists the latest of each. */
    ObjectsIncluded: components['schemas']['ObjectsIncludedResource'][];
    /** @description A related resource, of the type that `type` names. */
    ObjectsIncludedResource:
      | components['schemas']['UsersResource']
      | components['schemas']['RolesResource']
      | components['schemas']['TranslationsResource']
      | components['schemas']['StreamsResource']
      | components['schemas']['AnyObject'];
    ObjectsMeta: {
      perms?: components['schemas']['ObjectsPerms'];
      /** @description When true the object cannot be deleted, nor its status or uname changed. */
      locked?: boolean;
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
      /**
       * Format: date-time
       * @description When the status became `on`; null unless it is.
       */
      published?: string | null;
      /** @description Id of a user. */
      created_by?: number;
      /** @description Id of a user. */
      modified_by?: number;
      /** @description Of media objects only: where the latest of its streams is downloaded, as `meta.url` of the stream says; without one its `provider_url`; null when there is none. */
      media_url?: string | null;
      extra?: components['schemas']['ObjectsMetaExtra'];
      relation?: components['schemas']['ObjectsRelationMeta'];
    };
    ObjectsMetaExtra: {
      /** @description Path in the tree, in unames. */
      uname_path?: string;
      /** @description Metres from the centre of `filter[geo]`. */
      distance?: number;
    };
    /** @description Names of the roles that the object is for; absent when it is for all. An empty list restricts nothing. */
    ObjectsPerms: {
      /** @description One of them is needed to change the object. */
      roles: string[];
      /** @description One of them is needed to see it. */
      read: string[];
      /** @description All see it; it is marked as theirs. */
      mark: string[];
      /** @description Inherited from the folders above, without own permissions. */
      inherited: boolean;
    };
    /** @description A place in the tree, of a child or in a parent. */
    ObjectsRelation: {
      /** @description Of the place. */
      id: number;
      object_id: number;
      /** @description Null for a root, and for a folder that is hidden from the caller. */
      parent_id: number | null;
      /** @description Null when some folder above is hidden from the caller. */
      root_id: number | null;
      /** @description Of the place of the parent. */
      parent_node_id: number | null;
      tree_left?: number;
      tree_right?: number;
      /** @description 0 for a root. */
      depth_level: number;
      menu: boolean;
      canonical: boolean;
      params: Record<string, unknown> | null;
      /** @description From 1, among the siblings that are not in the trash; absent in a list of children in another order than theirs. */
      position?: number;
    };
    /** @description How the object is related to the requested resource. */
    ObjectsRelationMeta: components['schemas']['RelationMeta'] | components['schemas']['ObjectsRelation'];
    ObjectsUpdateMeta: {
      /** @description Set by role admin only; from others only unchanged. */
      locked?: boolean;
    };
    Pagination: {
      /** @description Number of items on all pages; not with `page[total]=none`. With `page[total]=bounded` there may be more: `count_is` says so. */
      count?: number;
      /**
       * @description With `page[total]=bounded`. `at_least` when there are more than `count` items, which then is the same as `count_limit`.
       * @enum {string}
       */
      count_is?: 'exact' | 'at_least';
      /** @description With `page[total]=bounded`, how many items are counted at most. */
      count_limit?: number;
      /** @description Not of a page by cursor. */
      page?: number;
      /** @description Not with `page[total]=none`, nor when `count_is` is `at_least`. */
      page_count?: number;
      /** @description Number of items on this page. */
      page_items: number;
      page_size: number;
    };
    Passkey: {
      /** Format: uuid */
      id: string;
      /** @description Given by the user. */
      name: string;
      /** Format: date-time */
      created: string;
      /**
       * Format: date-time
       * @description Of the latest sign-in or confirmation.
       */
      used: string | null;
      /** @description It is kept elsewhere as well, by the maker of the device for example. */
      synced: boolean;
    };
    PasskeyActivateBody: {
      /** @description Of POST /auth/passkeys. */
      challenge: string;
      /** @description To know it again; `Passkey` by default. */
      name?: string;
      credential: components['schemas']['PasskeyRegistration'];
    };
    PasskeyActivateMeta: {
      passkey: components['schemas']['Passkey'];
      /** @description Each works once, in the place of a passkey; for the first second factor of a user. */
      recovery_codes?: string[];
      /** @description Access token; with the challenge of a sign-in. */
      jwt?: string;
      /** @description Refresh token; with the challenge of a sign-in. */
      renew?: string;
      /** @description Seconds until the access token expires; with the challenge of a sign-in. */
      expires_in?: number;
    };
    PasskeyActivateResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['PasskeyActivateMeta'];
    };
    /** @description The response of a browser, `toJSON()` of its PublicKeyCredential. */
    PasskeyAssertion: {
      /** @description Of the credential, base64url. */
      id: string;
      rawId: string;
      /** @enum {string} */
      type: 'public-key';
      clientExtensionResults: {
        [key: string]: unknown;
      };
      response: components['schemas']['PasskeySignature'];
    } & {
      [key: string]: unknown;
    };
    PasskeyAttestation: {
      clientDataJSON: string;
      attestationObject: string;
      transports?: string[];
    } & {
      [key: string]: unknown;
    };
    PasskeyChallengeBody: {
      /** @description `meta.challenge` of the error `second_factor_required`. */
      challenge?: string;
    };
    PasskeyCreateBody: {
      /** @description The password of the caller; required for users who have one. */
      password?: string;
      /** @description `meta.challenge` of the error `second_factor_enrolment_required`, in the place of an access token and a password. */
      challenge?: string;
    };
    PasskeyCreationMeta: {
      /** @description For PATCH /auth/passkeys. */
      challenge: string;
      /** @description Seconds. */
      expires_in: number;
      options: components['schemas']['PasskeyOptions'];
    };
    PasskeyCreationResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['PasskeyCreationMeta'];
    };
    PasskeyMeta: {
      passkey: components['schemas']['Passkey'];
    };
    /** @description As JSON for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of browsers, or a library such as @simplewebauthn/browser. */
    PasskeyOptions: {
      [key: string]: unknown;
    };
    /** @description The response of a browser, `toJSON()` of its PublicKeyCredential. */
    PasskeyRegistration: {
      /** @description Of the credential, base64url. */
      id: string;
      rawId: string;
      /** @enum {string} */
      type: 'public-key';
      clientExtensionResults: {
        [key: string]: unknown;
      };
      response: components['schemas']['PasskeyAttestation'];
    } & {
      [key: string]: unknown;
    };
    PasskeyRequestMeta: {
      /** @description For POST /auth, or POST /auth/second_factor/check, with the response of the browser as `passkey`. */
      challenge: string;
      /** @description Seconds, from the beginning of the sign-in. */
      expires_in: number;
      options: components['schemas']['PasskeyOptions'];
    };
    PasskeyRequestResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['PasskeyRequestMeta'];
    };
    PasskeyResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['PasskeyMeta'];
    };
    PasskeySignature: {
      clientDataJSON: string;
      authenticatorData: string;
      signature: string;
      userHandle?: string | null;
    } & {
      [key: string]: unknown;
    };
    PasskeyUpdateBody: {
      name: string;
    };
    PasskeysMeta: {
      passkeys: components['schemas']['Passkey'][];
    };
    PasskeysResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['PasskeysMeta'];
    };
    /** @description An object, and where it comes. */
    Place: {
      id: components['schemas']['LinkedId'];
      type: string;
      meta?: components['schemas']['PlaceMeta'];
    };
    PlaceBody: {
      data: components['schemas']['NullablePlace'];
    };
    PlaceIdentifier: {
      id: components['schemas']['ResourceId'];
      type: string;
      meta: components['schemas']['PlaceIdentifierMeta'];
    };
    PlaceIdentifierMeta: {
      relation: components['schemas']['ObjectsRelation'];
    };
    PlaceLinkListResponse: {
      data: components['schemas']['PlaceIdentifier'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    PlaceLinkage: components['schemas']['Place'] | components['schemas']['Places'];
    PlaceMeta: {
      relation?: components['schemas']['PlaceRelation'];
    };
    /** @description The place; absent members are unchanged. */
    PlaceRelation: {
      /** @description From 1, or from the end with -1 as the last one; `first` or `last`. Beyond an end is that end. */
      position?: number | ('first' | 'last');
      /** @description Whether applications show it in their menus; false unless given. */
      menu?: boolean;
      /** @description Whether this is the main place of the object; at most one of them is. */
      canonical?: boolean;
      /** @description Free for applications to use; at most 1,000,000 bytes of JSON, with any keys. */
      params?: Record<string, unknown> | null;
    };
    Places: components['schemas']['Place'][];
    /** @description One object or several. */
    PlacesBody: {
      data: components['schemas']['PlaceLinkage'];
    };
    PosterAliasEnvelope: {
      /** @enum {string} */
      api: 'posters';
      data: components['schemas']['PosterData'];
      /** @enum {string} */
      method: 'get';
      params: components['schemas']['LegacyParams'];
      url: components['schemas']['Url'];
    };
    PosterData: {
      /** @description Of the requested object. */
      id: number;
      /** @description Address of the picture. */
      uri: components['schemas']['Url'];
    };
    PosterEnvelope: {
      /** @enum {string} */
      api: 'poster';
      data: components['schemas']['PosterData'];
      /** @enum {string} */
      method: 'get';
      params: components['schemas']['LegacyParams'];
      url: components['schemas']['Url'];
    };
    PostersEnvelope: {
      /** @enum {string} */
      api: 'posters';
      data: components['schemas']['PosterData'][];
      /** @enum {string} */
      method: 'get';
      params: components['schemas']['LegacyParams'];
      url: components['schemas']['Url'];
    };
    ProjectItem: Record<string, unknown>;
    ProjectName: {
      name: string;
    };
    /** @description The whole model in a portable form, without ids and dates. */
    ProjectResponse: {
      applications: components['schemas']['ProjectItem'][];
      roles: components['schemas']['ProjectItem'][];
      property_types: components['schemas']['ProjectItem'][];
      object_types: components['schemas']['ProjectItem'][];
      relations: components['schemas']['ProjectItem'][];
      properties: components['schemas']['ProjectItem'][];
      categories: components['schemas']['ProjectItem'][];
    };
    /** @description A property of an object type in responses; sparse `fields` omit members. */
    PropertiesAttributes: {
      name?: string;
      description?: string | null;
      label?: string | null;
      property_type_name?: string;
      object_type_name?: string;
      is_nullable?: boolean;
      /** @description Part of the type as shipped; cannot be changed. */
      is_static?: boolean;
      /** @description Shown in meta and set by no client. */
      read_only?: boolean;
      /** @description Lists that filter or sort by the property read an index. An index of a custom property is made in the background (`meta.index`); without one such lists read all objects of the type. */
      indexed?: boolean;
      /** @description Any JSON value; filled in on create when the property is not given. */
      default_value?: unknown;
    };
    /** @description Attributes for POST /model/properties; unknown ones are refused. */
    PropertiesCreateAttributes: {
      name: string;
      description?: string | null;
      label?: string | null;
      property_type_name: string;
      object_type_name: string;
      is_nullable?: boolean;
      read_only?: boolean;
      /** @description Keeps an index of the values, on each type that has the property; no type can have more than 32 of them, and values that are objects cannot be indexed. False unless given. */
      indexed?: boolean;
      /** @description Any JSON value. */
      default_value?: unknown;
    };
    PropertiesCreateBody: {
      data: components['schemas']['PropertiesCreateData'];
    };
    PropertiesCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['PropertiesCreateAttributes'];
    };
    PropertiesListResponse: {
      data: components['schemas']['PropertiesResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Members that clients cannot set. */
    PropertiesMeta: {
      index?: components['schemas']['PropertyIndex'];
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    PropertiesResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'properties';
      attributes: components['schemas']['PropertiesAttributes'];
      meta: components['schemas']['PropertiesMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    PropertiesResponse: {
      data: components['schemas']['PropertiesResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description Attributes for PATCH /model/properties; absent ones are unchanged. */
    PropertiesUpdateAttributes: {
      name?: string;
      description?: string | null;
      label?: string | null;
      property_type_name?: string;
      object_type_name?: string;
      is_nullable?: boolean;
      read_only?: boolean;
      /** @description Keeps an index of the values, on each type that has the property; no type can have more than 32 of them, and values that are objects cannot be indexed. False takes it away. */
      indexed?: boolean;
      /** @description Any JSON value. */
      default_value?: unknown;
    };
    PropertiesUpdateBody: {
      data: components['schemas']['PropertiesUpdateData'];
    };
    PropertiesUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['PropertiesUpdateAttributes'];
    };
    /** @description State of the index of a custom property; null without `indexed`. */
    PropertyIndex: {
      /**
       * @description `building` until each type that has the property has its index.
       * @enum {string}
       */
      status: 'building' | 'ready';
      /** @description Percent of the objects that are read; null while the database does not say. */
      progress: number | null;
    } | null;
    /** @description A property type in responses; sparse `fields` omit members. */
    PropertyTypesAttributes: {
      name?: string;
      /** @description JSON Schema (draft-06) of the values. */
      params?: Record<string, unknown>;
    };
    /** @description Attributes for POST /model/property_types; unknown ones are refused. */
    PropertyTypesCreateAttributes: {
      name: string;
      /** @description JSON Schema (draft-06) of the values. */
      params: Record<string, unknown>;
    };
    PropertyTypesCreateBody: {
      data: components['schemas']['PropertyTypesCreateData'];
    };
    PropertyTypesCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['PropertyTypesCreateAttributes'];
    };
    PropertyTypesListResponse: {
      data: components['schemas']['PropertyTypesResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Members that clients cannot set. */
    PropertyTypesMeta: {
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
      core_type?: boolean;
    };
    PropertyTypesResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'property_types';
      attributes: components['schemas']['PropertyTypesAttributes'];
      meta: components['schemas']['PropertyTypesMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    PropertyTypesResponse: {
      data: components['schemas']['PropertyTypesResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description Attributes for PATCH /model/property_types; absent ones are unchanged. */
    PropertyTypesUpdateAttributes: {
      name?: string;
      /** @description JSON Schema (draft-06) of the values. */
      params?: Record<string, unknown>;
    };
    PropertyTypesUpdateBody: {
      data: components['schemas']['PropertyTypesUpdateData'];
    };
    PropertyTypesUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['PropertyTypesUpdateAttributes'];
    };
    /** @description Public data of an application. */
    PublicApplicationsAttributes: {
      name?: string;
      description?: string | null;
    };
    PublicApplicationsListResponse: {
      data: components['schemas']['PublicApplicationsResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Empty: only name and description are public. */
    PublicApplicationsMeta: Record<string, unknown>;
    PublicApplicationsResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'applications';
      attributes: components['schemas']['PublicApplicationsAttributes'];
      meta: components['schemas']['PublicApplicationsMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    PublicApplicationsResponse: {
      data: components['schemas']['PublicApplicationsResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description An entry as applications see it. */
    PublicConfigAttributes: {
      name?: string;
      content?: string;
    };
    /** @description Attributes for POST /config; unknown ones are refused. */
    PublicConfigCreateAttributes: {
      name: string;
      /** @description Text, or the text of a JSON value. */
      content?: string;
    };
    PublicConfigCreateBody: {
      data: components['schemas']['PublicConfigCreateData'];
    };
    PublicConfigCreateData: {
      type: string;
      /** @description The name for a global entry, `{application_id}:{name}` for that of an application; any other is refused (409). */
      id?: string;
      attributes?: components['schemas']['PublicConfigCreateAttributes'];
    };
    PublicConfigListResponse: {
      data: components['schemas']['PublicConfigResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Members that clients cannot set. */
    PublicConfigMeta: {
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    PublicConfigResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'config';
      attributes: components['schemas']['PublicConfigAttributes'];
      meta: components['schemas']['PublicConfigMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    PublicConfigResponse: {
      data: components['schemas']['PublicConfigResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description Attributes for PATCH /config; absent ones are unchanged. */
    PublicConfigUpdateAttributes: {
      /** @description The name that it has. */
      name?: string;
      /** @description Text, or the text of a JSON value. */
      content?: string;
    };
    PublicConfigUpdateBody: {
      data: components['schemas']['PublicConfigUpdateData'];
    };
    PublicConfigUpdateData: {
      id: components['schemas']['ConfigBodyId'];
      type: string;
      attributes?: components['schemas']['PublicConfigUpdateAttributes'];
    };
    /** @description Requests of one user, API key or address in a time. */
    RateLimit: {
      requests: number;
      seconds: number;
    } | null;
    ReadyResponse: {
      /** @enum {string} */
      status: 'ok' | 'error';
      /** @description `database`, `migrations`, and `jobs` where this process should run jobs. That is `error` while the job runner has not started, and when its queue does not work. */
      checks: {
        [key: string]: 'ok' | 'error';
      };
      /** @description What is missing, in a sentence; with status `error`. */
      message?: string;
    };
    RecoveryCodesMeta: {
      recovery_codes: string[];
      /** @description Access token; with a challenge. */
      jwt?: string;
      /** @description Refresh token; with a challenge. */
      renew?: string;
      /** @description Seconds until the access token expires; with a challenge. */
      expires_in?: number;
    };
    RecoveryCodesResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['RecoveryCodesMeta'];
    };
    /**
     * @description The kind of permission that has refused a request (403): `endpoint`, no permission of the caller's roles gives it; `own`, they give it for own records only; `object`, permissions of the object; `inherited`, permissions of a folder above it; `attribute`, `attribute_permissions` of the type, for the attribute that the pointer names. GET /auth/explain shows administrators which row it is.
     * @enum {string}
     */
    RefusingRule: 'endpoint' | 'own' | 'object' | 'inherited' | 'attribute';
    RelatedIdentifier: {
      id: components['schemas']['ResourceId'];
      type: string;
      meta: components['schemas']['RelatedIdentifierMeta'];
    };
    RelatedIdentifierMeta: {
      relation: components['schemas']['RelationMeta'];
    };
    RelatedLinkInput: {
      id: components['schemas']['LinkedId'];
      type: string;
      meta?: components['schemas']['RelatedLinkInputMeta'];
    };
    RelatedLinkInputMeta: {
      relation?: components['schemas']['RelationInput'];
    };
    RelatedLinkInputs: components['schemas']['RelatedLinkInput'][];
    RelatedLinkListResponse: {
      data: components['schemas']['RelatedIdentifier'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    RelatedLinkage: components['schemas']['RelatedLinkInput'] | components['schemas']['RelatedLinkInputs'];
    /** @description One identifier or several. */
    RelatedLinksBody: {
      data: components['schemas']['RelatedLinkage'];
    };
    RelatedLinksResponse: {
      /** @description The links that were added, changed or removed. */
      data: components['schemas']['RelatedIdentifier'][];
      links: components['schemas']['DocumentLinks'];
    };
    /** @description A related object, of the type that `type` names. */
    RelatedObject: components['schemas']['UsersResource'] | components['schemas']['AnyObject'];
    RelatedObjectsListResponse: {
      data: components['schemas']['RelatedObject'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    RelationInput: {
      /** @description Place among the links of the object in the path; the last one unless given. */
      priority?: number;
      /** @description Place among the links of the other object; the last one unless given. */
      inv_priority?: number;
      /** @description As the relation describes them; defaults are filled in. */
      params?: Record<string, unknown> | null;
    };
    /** @description Data of the link between two objects, from the side of the requested object. */
    RelationMeta: {
      /** @description Place among the links of the requested object. */
      priority: number;
      /** @description Place among the links of the other object. */
      inv_priority: number;
      /** @description As the relation described them when they were set. */
      params: Record<string, unknown> | null;
    };
    /** @description A relation between object types in responses; sparse `fields` omit members. */
    RelationsAttributes: {
      name?: string;
      label?: string;
      inverse_name?: string;
      inverse_label?: string;
      description?: string | null;
      /** @description JSON Schema of the parameters that each link carries. */
      params?: Record<string, unknown> | null;
    };
    /** @description Attributes for POST /model/relations; unknown ones are refused. */
    RelationsCreateAttributes: {
      name: string;
      label?: string;
      inverse_name: string;
      inverse_label?: string;
      description?: string | null;
      params?: Record<string, unknown> | null;
    };
    RelationsCreateBody: {
      data: components['schemas']['RelationsCreateData'];
    };
    RelationsCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['RelationsCreateAttributes'];
      relationships?: components['schemas']['RelationsRelationshipInputs'];
    };
    RelationsIdentifier: {
      id: string;
      /** @enum {string} */
      type: 'relations';
    };
    /** @description Related resources of `include`, each once. */
    RelationsIncluded: components['schemas']['RelationsIncludedResource'][];
    RelationsIncludedResource:
      components['schemas']['ObjectTypesResource'] | components['schemas']['RelationsResource'];
    RelationsListResponse: {
      data: components['schemas']['RelationsResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
      included?: components['schemas']['RelationsIncluded'];
    };
    /** @description Members that clients cannot set. */
    RelationsMeta: {
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    /** @description The object types on both sides, by id or name. */
    RelationsRelationshipInputs: {
      left_object_types?: components['schemas']['ToManyInput'];
      right_object_types?: components['schemas']['ToManyInput'];
    };
    RelationsRelationships: {
      left_object_types?: components['schemas']['ToManyObjectTypes'];
      right_object_types?: components['schemas']['ToManyObjectTypes'];
    };
    RelationsResource: {
      id: components['schemas']['ResourceId'];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'relations';
      attributes: components['schemas']['RelationsAttributes'];
      meta: components['schemas']['RelationsMeta'];
      relationships?: components['schemas']['RelationsRelationships'];
      links?: components['schemas']['ResourceLinks'];
    };
    RelationsResponse: {
      data: components['schemas']['RelationsResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
      included?: components['schemas']['RelationsIncluded'];
    };
    /** @description Attributes for PATCH /model/relations; absent ones are unchanged. */
    RelationsUpdateAttributes: {
      name?: string;
      label?: string;
      inverse_name?: string;
      inverse_label?: string;
      description?: string | null;
      params?: Record<string, unknown> | null;
    };
    RelationsUpdateBody: {
      data: components['schemas']['RelationsUpdateData'];
    };
    RelationsUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['RelationsUpdateAttributes'];
      relationships?: components['schemas']['RelationsRelationshipInputs'];
    };
    RelationshipInput: {
      data?: components['schemas']['RelatedLinkage'];
    };
    /** @description The links that the object is to have, by the name of the relation; those of relations that are not named stay. Without `data` a relationship asks for nothing. Those that are no relations of the model, such as `parents`, are refused (403). */
    RelationshipInputs: {
      [key: string]: components['schemas']['RelationshipInput'];
    };
    RelationshipLinks: {
      related: components['schemas']['Url'];
      self: components['schemas']['Url'];
    };
    RelationshipMeta: {
      count?: number;
    };
    RenewedCodesMeta: {
      recovery_codes: string[];
    };
    RenewedCodesResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['RenewedCodesMeta'];
    };
    ResourceId: string;
    ResourceLinks: {
      self: components['schemas']['Url'];
    };
    RestoreBody: {
      data: components['schemas']['RestoreData'];
    };
    RestoreData: {
      id: components['schemas']['BodyId'];
      /** @description `objects`, or the type of the restored object; it is not checked. */
      type: string;
    };
    /** @description A page; with `id` the named resource, or the resources related to it. */
    RolesAnswer:
      | components['schemas']['RolesListResponse']
      | components['schemas']['RolesResponse']
      | components['schemas']['UsersListResponse'];
    /** @description A role in responses; sparse `fields` omit members. */
    RolesAttributes: {
      name?: string;
      description?: string | null;
      /** @description When true the role can neither be changed nor deleted; an administrator may clear it. */
      unchangeable?: boolean;
    };
    /** @description Attributes for POST /roles; unknown ones are refused. */
    RolesCreateAttributes: {
      /** @description Unique; also in the path. */
      name: string;
      description?: string | null;
      unchangeable?: boolean;
    };
    RolesCreateBody: {
      data: components['schemas']['RolesCreateData'];
    };
    RolesCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes: components['schemas']['RolesCreateAttributes'];
      relationships?: components['schemas']['RolesRelationshipInputs'];
      meta?: components['schemas']['RolesInputMeta'];
    };
    RolesIdentifier: {
      id: string;
      /** @enum {string} */
      type: 'roles';
    };
    /** @description Related resources of `include`, each once. */
    RolesIncluded: components['schemas']['RolesIncludedResource'][];
    RolesIncludedResource: components['schemas']['UsersResource'] | components['schemas']['RolesResource'];
    RolesInputMeta: {
      /** @description Lower is stronger; only the role admin has 0. Set by role admin only; from others only unchanged. */
      priority?: number;
    };
    RolesListResponse: {
      data: components['schemas']['RolesResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
      included?: components['schemas']['RolesIncluded'];
    };
    RolesMeta: {
      /** @description Lower is stronger; users give and take only roles that are not stronger than theirs. */
      priority?: number;
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    /** @description The users who have the role; it takes what POST or PATCH of `/roles/{role_id}/relationships/users` takes. */
    RolesRelationshipInputs: {
      users?: components['schemas']['ToManyInput'];
    };
    RolesRelationships: {
      users?: components['schemas']['ToManyUsers'];
    };
    RolesResource: {
      id: components['schemas']['ResourceId'];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'roles';
      attributes: components['schemas']['RolesAttributes'];
      meta: components['schemas']['RolesMeta'];
      relationships?: components['schemas']['RolesRelationships'];
      links?: components['schemas']['ResourceLinks'];
    };
    RolesResponse: {
      data: components['schemas']['RolesResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
      included?: components['schemas']['RolesIncluded'];
    };
    /** @description Attributes for PATCH /roles; absent ones are unchanged. */
    RolesUpdateAttributes: {
      /** @description Unique; also in the path. */
      name?: string;
      description?: string | null;
      unchangeable?: boolean;
    };
    RolesUpdateBody: {
      data: components['schemas']['RolesUpdateData'];
    };
    RolesUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['RolesUpdateAttributes'];
      relationships?: components['schemas']['RolesRelationshipInputs'];
      meta?: components['schemas']['RolesInputMeta'];
    };
    SchemaReference: {
      $id: components['schemas']['Url'];
      /** @description Changes exactly when the schema changes. */
      revision: string;
    };
    /** @description The schema of each type in the response. */
    SchemaReferences: {
      [key: string]: components['schemas']['SchemaReference'];
    };
    SchemaResponse: components['schemas']['ObjectTypeSchema'] | components['schemas']['NoSchema'];
    SecondFactorActivateBody: {
      /** @description Six digits of the authenticator. */
      code: string;
      /** @description `meta.challenge` of the error `second_factor_enrolment_required`, in the place of an access token: the response has new tokens. */
      challenge?: string;
    };
    SecondFactorCheckBody: {
      /** @description The password of a caller without a second factor. */
      password?: string;
      /** @description Six digits of the authenticator of the caller. */
      code?: string;
      /** @description In the place of `code`; each works once. */
      recovery_code?: string;
      passkey?: components['schemas']['PasskeyAssertion'];
      /** @description With `passkey`; that of POST /auth/passkeys/challenge. */
      challenge?: string;
    };
    SecondFactorCheckMeta: {
      /**
       * Format: date-time
       * @description The time of this confirmation.
       */
      confirmed: string;
    };
    SecondFactorCheckResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['SecondFactorCheckMeta'];
    };
    SecondFactorCreateBody: {
      /** @description The password of the caller; required for users who have one. */
      password?: string;
      /** @description `meta.challenge` of the error `second_factor_enrolment_required`, in the place of an access token and a password. */
      challenge?: string;
    };
    SecondFactorDeleteBody: {
      /** @description Six digits of the authenticator of the caller. */
      code?: string;
      /** @description In the place of `code`. */
      recovery_code?: string;
      passkey?: components['schemas']['PasskeyAssertion'];
      /** @description With `passkey`; that of POST /auth/passkeys/challenge. */
      challenge?: string;
    };
    SecondFactorMeta: {
      /** @description The caller has a second factor. */
      enrolled: boolean;
      /** @description The caller has an authenticator app; passkeys are listed at /auth/passkeys. */
      authenticator: boolean;
      recovery_codes_left: number;
      /**
       * Format: date-time
       * @description Until when the caller has to enrol one, which a role of the caller requires.
       */
      due?: string;
    };
    SecondFactorResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['SecondFactorMeta'];
    };
    SecondFactorSecretMeta: {
      /** @description 160 bits in base32. */
      secret: string;
      /** @description The same for an authenticator, `otpauth://totp/…`. */
      uri: string;
      /** @description Seconds until the first code has to be sent. */
      expires_in: number;
    };
    SecondFactorSecretResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['SecondFactorSecretMeta'];
    };
    ServiceStatus: {
      /** @enum {string} */
      environment: 'ok' | 'error';
      /** @description In debug mode only, like the members below. */
      errors?: string[];
      debug?: boolean;
      /** @description Names of the project's own code. */
      plugins?: string[];
      versions?: {
        [key: string]: string;
      };
    };
    /** @description A session in responses; sparse `fields` omit members. */
    SessionsAttributes: {
      /** @description Id of the user who has signed in. */
      user_id?: number;
      /** @description Id of the application that the tokens are for. */
      application_id?: number | null;
      /** @description Address of the client at the sign-in or the latest renewal; empty for a session of a former release. */
      address?: string;
      /** @description The header `User-Agent` of that client, cut to 255 characters. */
      device?: string | null;
      /**
       * Format: date-time
       * @description When the session ends without another renewal; null for no end.
       */
      expires?: string | null;
    };
    SessionsListResponse: {
      data: components['schemas']['SessionsResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Members that clients cannot set. */
    SessionsMeta: {
      /** @description The session of the access token of this request. */
      current?: boolean;
      /**
       * Format: date-time
       * @description Time of the sign-in.
       */
      created?: string;
      /**
       * Format: date-time
       * @description Time of the latest use of the refresh token.
       */
      modified?: string;
    };
    SessionsResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'sessions';
      attributes: components['schemas']['SessionsAttributes'];
      meta: components['schemas']['SessionsMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    SessionsResponse: {
      data: components['schemas']['SessionsResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description Flat JSON; `grant_type` may be left out with username and password. With `auth_provider` a provider says who it is: class `OAuth2` takes `provider_username` and `access_token`, class `OpenIDConnect` takes `code`, `state` and `code_verifier` after POST /auth/authorization. */
    SignInBody: {
      /** @enum {string} */
      grant_type?: 'password' | 'refresh_token' | 'client_credentials' | 'second_factor' | 'passkey';
      username?: string;
      password?: string;
      /** @description For grant type refresh_token; may stand in the Authorization header instead. */
      refresh_token?: string;
      /** @description For grant type second_factor, `meta.challenge` of the error `second_factor_required`; for grant type passkey, that of POST /auth/passkeys/challenge. */
      challenge?: string;
      /** @description In the place of `code`, for users with a second factor; each works once. */
      recovery_code?: string;
      passkey?: components['schemas']['PasskeyAssertion'];
      /** @description For grant type client_credentials; the API key of an application. */
      client_id?: string;
      /** @description For grant type client_credentials; only for an application that has a secret. */
      client_secret?: string;
      /** @description Name of an enabled provider, see GET /auth/providers. */
      auth_provider?: string;
      /** @description Name of the user at a provider of class `OAuth2`. */
      provider_username?: string;
      /** @description Access token of a provider of class `OAuth2`. */
      access_token?: string;
      /** @description From the redirect of a provider of class `OpenIDConnect`. Without `auth_provider` a code of the authenticator of a user with a second factor, with the password or the challenge. */
      code?: string;
      /** @description From the same redirect, and from POST /auth/authorization. */
      state?: string;
      /** @description From POST /auth/authorization. */
      code_verifier?: string;
      /** @description When it is given, it must be the one of POST /auth/authorization. */
      redirect_uri?: string;
      /** @description From the redirect, when the provider names itself there. */
      iss?: string;
    };
    /** @description The legacy envelope, with the members of the JSON:API response beside it, so that one response serves both. */
    SignInEnvelope: {
      /** @enum {string} */
      api: 'auth';
      data: components['schemas']['SignInEnvelopeData'];
      /** @enum {string} */
      method: 'post';
      /** @description Query of the request; an array when it is empty. */
      params: string[];
      url: components['schemas']['Url'];
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['SignInMeta'];
    };
    SignInEnvelopeData: {
      access_token: string;
      /** @description Seconds until the access token expires. */
      expires_in: number;
      refresh_token: string;
    };
    SignInMeta: {
      /** @description Access token. */
      jwt: string;
      /** @description Refresh token. It does not change when it is used, unless the service runs with `REFRESH_ROTATION=on`: then this one replaces it. */
      renew: string;
      /** @description Seconds until the access token expires. */
      expires_in: number;
      /**
       * Format: date-time
       * @description Until when the user may sign in without a second factor, which a role of the user requires. Afterwards the response is 401 `second_factor_enrolment_required`.
       */
      second_factor_due?: string;
    };
    SignInProvider: {
      /** @description For `auth_provider` of POST /auth. */
      name: string;
      /**
       * @description `OpenIDConnect`: the user is sent to the provider, see POST /auth/authorization. `OAuth2`: the client has an access token of the provider already.
       * @enum {string}
       */
      auth_class: 'OAuth2' | 'OpenIDConnect';
    };
    SignInProvidersMeta: {
      providers: components['schemas']['SignInProvider'][];
    };
    SignInProvidersResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['SignInProvidersMeta'];
    };
    SignInResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['SignInMeta'];
    };
    SignupActivationBody: {
      /** @description From the mail. */
      uuid: string;
    };
    /** @description Flat JSON. Custom properties of users may stand beside these members; others are refused. */
    SignupBody: {
      /** @description Unique; upper and lower case are equal. */
      username: string;
      /**
       * Format: password
       * @description Required, unless `Signup.requirePassword` is false. At least 10 characters and none of the most common passwords, unless the service has another rule.
       */
      password?: string;
      /**
       * Format: email
       * @description Unique among users; upper and lower case are equal. Required, unless `Signup.requireEmail` is false.
       */
      email?: string;
      /** @description Page that the mail links to; http or https, of an origin that the service allows. Required, unless there is `Signup.activationUrl`, or `Signup.requireActivation` is false. */
      activation_url?: string;
      /** @description Page to go on to after the activation, for the page at `activation_url`; http or https, of an origin that the service allows. */
      redirect_url?: string;
      name?: string | null;
      surname?: string | null;
      /**
       * Format: language-tag
       * @description Language of the user, and of the mails; without it they go by `Accept-Language`.
       */
      lang?: string | null;
      /** @description Names of roles that `Signup.roles` lists; required when it lists some, refused when it does not. */
      roles?: string[];
    };
    StatusMeta: {
      status: components['schemas']['ServiceStatus'];
    };
    StatusResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['StatusMeta'];
    };
    /** @description Identifiers of streams; the content has no effect. */
    StreamLinksBody: {
      /** @description One identifier, or a list of them. */
      data?: components['schemas']['Identifier'] | components['schemas']['Identifier'][];
    };
    /** @description A file in responses; sparse `fields` omit members. */
    StreamsAttributes: {
      /** @description As it was uploaded, in the composed form (NFC). */
      file_name?: string;
      /** @description Media type, found by the content. */
      mime_type?: string;
      /** @description As in `meta`; version operations show it here too. */
      version?: number;
    };
    StreamsIdentifier: {
      id: string;
      /** @enum {string} */
      type: 'streams';
    };
    StreamsListResponse: {
      data: components['schemas']['StreamsResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    /** @description Members that clients cannot set. */
    StreamsMeta: {
      /** @description From 1 up among the streams of an object. */
      version?: number;
      /** @description Bytes. */
      file_size?: number;
      /** @description MD5 of the bytes, hex. */
      hash_md5?: string;
      /** @description SHA-1 of the bytes, hex. */
      hash_sha1?: string;
      /** @description Pixels, as the picture is to be seen; null for what has none. */
      width?: number | null;
      /** @description Pixels, as the picture is to be seen; null for what has none. */
      height?: number | null;
      /** @description Seconds; null for what has none. */
      duration?: number | null;
      /** @description Data of a picture in EXIF, such as camera, exposure, time and author; not the place, nor whose camera it was. */
      file_metadata?: Record<string, unknown> | null;
      /** @description Whether it is for callers who are signed in only. */
      private_url?: boolean;
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
      /**
       * Format: uri
       * @description Address of the download. Signed, and valid for at least half an hour, if the file is not public; null for a private file and an anonymous caller.
       */
      url?: string | null;
    };
    /** @description Null for a stream that belongs to no object. */
    StreamsNoObject: Record<string, unknown> | null;
    StreamsObject: components['schemas']['AnyObject'] | components['schemas']['StreamsNoObject'];
    StreamsObjectResponse: {
      data: components['schemas']['StreamsObject'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    StreamsRelationships: {
      object?: components['schemas']['ToOneRelationship'];
    };
    StreamsResource: {
      /**
       * Format: uuid
       * @description A UUID.
       */
      id: string;
      /** @enum {string} */
      type: 'streams';
      attributes: components['schemas']['StreamsAttributes'];
      meta: components['schemas']['StreamsMeta'];
      relationships?: components['schemas']['StreamsRelationships'];
      links?: components['schemas']['ResourceLinks'];
    };
    StreamsResponse: {
      data: components['schemas']['StreamsResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    /** @description Nothing of the environment, no address, no secret. */
    SystemInfo: {
      /** @description Of this service. */
      version: string;
      node: string;
      platform: string;
      /** @description Null when the database does not respond. */
      mongodb: string | null;
      /** @description Seconds. */
      uptime: number;
      /** @description Bytes that the process holds in memory. */
      memory: number;
      /** @description Raised by each change of the model. */
      model_version: number;
    };
    SystemInfoMeta: {
      info: components['schemas']['SystemInfo'];
    };
    SystemInfoResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['SystemInfoMeta'];
    };
    /** @description A tag in responses; sparse `fields` omit members. */
    TagsAttributes: {
      name?: string;
      labels?: {
        [key: string]: string;
      };
      label?: string | null;
      enabled?: boolean;
    };
    /** @description Attributes for POST /model/tags; unknown ones are refused. */
    TagsCreateAttributes: {
      name: string;
      labels?: {
        [key: string]: string;
      };
      label?: string | null;
      enabled?: boolean;
    };
    TagsCreateBody: {
      data: components['schemas']['TagsCreateData'];
    };
    TagsCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['TagsCreateAttributes'];
    };
    TagsListResponse: {
      data: components['schemas']['TagsResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Members that clients cannot set. */
    TagsMeta: {
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    TagsResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'tags';
      attributes: components['schemas']['TagsAttributes'];
      meta: components['schemas']['TagsMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    TagsResponse: {
      data: components['schemas']['TagsResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description Attributes for PATCH /model/tags; absent ones are unchanged. */
    TagsUpdateAttributes: {
      name?: string;
      labels?: {
        [key: string]: string;
      };
      label?: string | null;
      enabled?: boolean;
    };
    TagsUpdateBody: {
      data: components['schemas']['TagsUpdateData'];
    };
    TagsUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['TagsUpdateAttributes'];
    };
    /** @description The thumbnail of one media object, or why there is none. */
    ThumbnailEntry: {
      /** @description Id of the object. */
      id: number;
      /**
       * Format: uuid
       * @description Id of the stream that it is made of, which is the latest version; absent without one.
       */
      uuid?: string;
      /** @description Whether it can be fetched. Without `acceptable` being false, asking again later may help. */
      ready: boolean;
      /** @description Its address. Signed, and valid for at least half an hour, if the file is not public. For an SVG the original, for a media object without a file its `provider_thumbnail`; null while there is none. */
      url: string | null;
      /** @description False when no such thumbnail can be made of this object. */
      acceptable?: boolean;
      /** @description Why there is none. */
      message?: string;
    };
    ThumbnailsMeta: {
      thumbnails: components['schemas']['ThumbnailEntry'][];
    };
    ThumbnailsResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['ThumbnailsMeta'];
    };
    ToManyBody: {
      data: components['schemas']['BodyIdentifier'][];
    };
    ToManyCategories: {
      links?: components['schemas']['RelationshipLinks'];
      data?: components['schemas']['CategoriesIdentifier'][];
      meta?: components['schemas']['RelationshipMeta'];
    };
    ToManyFolders: {
      links?: components['schemas']['RelationshipLinks'];
      data?: components['schemas']['FoldersIdentifier'][];
      meta?: components['schemas']['RelationshipMeta'];
    };
    /** @description The related resources, instead of the existing ones. Without `data` nothing changes. */
    ToManyInput: {
      data?: components['schemas']['Identifiers'];
    };
    ToManyObjectTypes: {
      links?: components['schemas']['RelationshipLinks'];
      data?: components['schemas']['ObjectTypesIdentifier'][];
      meta?: components['schemas']['RelationshipMeta'];
    };
    ToManyRelations: {
      links?: components['schemas']['RelationshipLinks'];
      data?: components['schemas']['RelationsIdentifier'][];
      meta?: components['schemas']['RelationshipMeta'];
    };
    ToManyRelationship: {
      links?: components['schemas']['RelationshipLinks'];
      data?: components['schemas']['Identifier'][];
      meta?: components['schemas']['RelationshipMeta'];
    };
    ToManyRoles: {
      links?: components['schemas']['RelationshipLinks'];
      data?: components['schemas']['RolesIdentifier'][];
      meta?: components['schemas']['RelationshipMeta'];
    };
    ToManyStreams: {
      links?: components['schemas']['RelationshipLinks'];
      data?: components['schemas']['StreamsIdentifier'][];
      meta?: components['schemas']['RelationshipMeta'];
    };
    ToManyTranslations: {
      links?: components['schemas']['RelationshipLinks'];
      data?: components['schemas']['TranslationsIdentifier'][];
      meta?: components['schemas']['RelationshipMeta'];
    };
    ToManyUsers: {
      links?: components['schemas']['RelationshipLinks'];
      data?: components['schemas']['UsersIdentifier'][];
      meta?: components['schemas']['RelationshipMeta'];
    };
    ToOneBody: {
      data: components['schemas']['NullableBodyIdentifier'];
    };
    ToOneCategory: {
      links?: components['schemas']['RelationshipLinks'];
      data?: components['schemas']['NullableCategoriesIdentifier'];
      meta?: components['schemas']['RelationshipMeta'];
    };
    ToOneFolder: {
      links?: components['schemas']['RelationshipLinks'];
      data?: components['schemas']['NullableFoldersIdentifier'];
      meta?: components['schemas']['RelationshipMeta'];
    };
    /** @description The related resource, or null for none. Without `data` nothing changes. */
    ToOneInput: {
      data?: components['schemas']['NullableBodyIdentifier'];
    };
    ToOneObjectType: {
      links?: components['schemas']['RelationshipLinks'];
      data?: components['schemas']['NullableObjectTypesIdentifier'];
      meta?: components['schemas']['RelationshipMeta'];
    };
    ToOneRelationship: {
      links?: components['schemas']['RelationshipLinks'];
      data?: components['schemas']['NullableIdentifier'];
      meta?: components['schemas']['RelationshipMeta'];
    };
    ToOneUser: {
      links?: components['schemas']['RelationshipLinks'];
      data?: components['schemas']['NullableUsersIdentifier'];
      meta?: components['schemas']['RelationshipMeta'];
    };
    /** @description An object in another language in responses; sparse `fields` omit members. */
    TranslationsAttributes: {
      /** @description Id of the object. */
      object_id?: number;
      /** @description Two-letter code of the language (ISO 639-1). */
      lang?: string;
      status?: components['schemas']['ObjectStatus'];
      /** @description Translated values by the name of the attribute; each is as the attribute itself is. */
      translated_fields?: Record<string, unknown>;
    };
    /** @description Attributes for POST /translations; unknown ones are refused. Without `status` it is `draft`. */
    TranslationsCreateAttributes: {
      object_id: components['schemas']['NamedObjectId'];
      /** @description Two-letter code of the language (ISO 639-1). */
      lang: string;
      status?: components['schemas']['ObjectStatus'];
      /** @description Translated values by the name of the attribute; each is as the attribute itself is. */
      translated_fields?: Record<string, unknown>;
    };
    TranslationsCreateBody: {
      data: components['schemas']['TranslationsCreateData'];
    };
    TranslationsCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes: components['schemas']['TranslationsCreateAttributes'];
      relationships?: components['schemas']['TranslationsRelationshipInputs'];
    };
    TranslationsIdentifier: {
      id: string;
      /** @enum {string} */
      type: 'translations';
    };
    TranslationsListResponse: {
      data: components['schemas']['TranslationsResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    /** @description Members that clients cannot set. */
    TranslationsMeta: {
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
      /** @description Id of a user. */
      created_by?: number | null;
      /** @description Id of a user. */
      modified_by?: number | null;
    };
    /** @description The object, which is that of `object_id`. */
    TranslationsRelationshipInputs: {
      object?: components['schemas']['ToOneInput'];
    };
    TranslationsRelationships: {
      object?: components['schemas']['ToOneRelationship'];
    };
    TranslationsResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'translations';
      attributes: components['schemas']['TranslationsAttributes'];
      meta: components['schemas']['TranslationsMeta'];
      relationships?: components['schemas']['TranslationsRelationships'];
      links?: components['schemas']['ResourceLinks'];
    };
    TranslationsResponse: {
      data: components['schemas']['TranslationsResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    /** @description Attributes for PATCH /translations; absent ones are unchanged. */
    TranslationsUpdateAttributes: {
      object_id?: components['schemas']['NamedObjectId'];
      /** @description Two-letter code of the language (ISO 639-1). */
      lang?: string;
      status?: components['schemas']['ObjectStatus'];
      /** @description Translated values by the name of the attribute; each is as the attribute itself is. */
      translated_fields?: Record<string, unknown>;
    };
    TranslationsUpdateBody: {
      data: components['schemas']['TranslationsUpdateData'];
    };
    TranslationsUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['TranslationsUpdateAttributes'];
      relationships?: components['schemas']['TranslationsRelationshipInputs'];
    };
    /** @description Those of its type; lists show the base ones. */
    TrashAttributes: {
      status?: components['schemas']['ObjectStatus'];
      uname?: string;
      title?: string | null;
      description?: string | null;
      body?: string | null;
      lang?: string | null;
      /** @description Any JSON value, free for applications to use. */
      extra?: unknown;
      /** Format: date-time */
      publish_start?: string | null;
      /** Format: date-time */
      publish_end?: string | null;
    };
    TrashListResponse: {
      data: components['schemas']['TrashResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description An object of any type, a translation or an annotation. */
    TrashResource: {
      id: components['schemas']['ResourceId'];
      type: string;
      attributes: components['schemas']['TrashAttributes'];
      meta: components['schemas']['ObjectsMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    TrashResponse: {
      data: components['schemas']['TrashResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description The attributes of the type, as /model/schema/{type_name} describes them. */
    TypedObjectsAttributes: {
      status?: components['schemas']['ObjectStatus'];
      /** @description Unique in the project, URL-friendly, never purely numeric. */
      uname?: string;
      title?: string | null;
      description?: string | null;
      body?: string | null;
      lang?: string | null;
      /** @description Any JSON value, free for applications to use. */
      extra?: unknown;
      /** Format: date-time */
      publish_start?: string | null;
      /** Format: date-time */
      publish_end?: string | null;
    };
    TypedObjectsCloneBody: {
      data: components['schemas']['TypedObjectsCloneData'];
    };
    TypedObjectsCloneData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['TypedObjectsUpdateAttributes'];
      meta?: components['schemas']['ObjectsCloneMeta'];
    };
    /** @description Attributes of the type; unknown ones are refused. */
    TypedObjectsCreateAttributes: Record<string, unknown>;
    TypedObjectsCreateBody: {
      data: components['schemas']['TypedObjectsCreateData'];
    };
    TypedObjectsCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['TypedObjectsCreateAttributes'];
      relationships?: components['schemas']['RelationshipInputs'];
    };
    TypedObjectsListResponse: {
      data: components['schemas']['TypedObjectsResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    /** @description What the object is related to, by the name of the relationship. */
    TypedObjectsRelationships: {
      parents?: components['schemas']['ToManyFolders'];
      translations?: components['schemas']['ToManyTranslations'];
      streams?: components['schemas']['ToManyStreams'];
      /** @description Only when it was included. */
      created_by_user?: components['schemas']['ToOneUser'];
      /** @description Only when it was included. */
      modified_by_user?: components['schemas']['ToOneUser'];
    } & {
      [key: string]: components['schemas']['AnyRelationship'];
    };
    TypedObjectsResource: {
      id: components['schemas']['ResourceId'];
      type: string;
      attributes: components['schemas']['TypedObjectsAttributes'];
      meta: components['schemas']['ObjectsMeta'];
      relationships?: components['schemas']['TypedObjectsRelationships'];
      links?: components['schemas']['ResourceLinks'];
    };
    TypedObjectsResponse: {
      data: components['schemas']['TypedObjectsResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    /** @description The attributes of the type; absent ones are unchanged. */
    TypedObjectsUpdateAttributes: Record<string, unknown>;
    TypedObjectsUpdateBody: {
      data: components['schemas']['TypedObjectsUpdateData'];
    };
    TypedObjectsUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['TypedObjectsUpdateAttributes'];
      relationships?: components['schemas']['RelationshipInputs'];
      meta?: components['schemas']['ObjectsUpdateMeta'];
    };
    TypedObjectsVersionListResponse: {
      data: components['schemas']['TypedObjectsVersionResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    TypedObjectsVersionResource: {
      /** @description Id of the object and number of the version, such as `12-3`. */
      id: string;
      /** @enum {string} */
      type: 'versions';
      /** @description Those of the object in that version; none in lists. */
      attributes: components['schemas']['TypedObjectsAttributes'];
      meta: components['schemas']['VersionMeta'];
      relationships?: components['schemas']['VersionRelationships'];
      links?: components['schemas']['ResourceLinks'];
    };
    TypedObjectsVersionResponse: {
      data: components['schemas']['TypedObjectsVersionResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
      included?: components['schemas']['ObjectsIncluded'];
    };
    TypedObjectsVersionRestoreBody: {
      data: components['schemas']['TypedObjectsVersionRestoreData'];
    };
    /** @description The object that is put back. */
    TypedObjectsVersionRestoreData: {
      id: components['schemas']['BodyId'];
      type: string;
    };
    UploadTokenData: {
      /** @description A secret of the user, valid for one object. */
      upload_token: string;
    };
    UploadTokenEnvelope: {
      /** @enum {string} */
      api: 'files';
      data: components['schemas']['UploadTokenData'];
      /** @enum {string} */
      method: 'post';
      params: components['schemas']['LegacyParams'];
      url: components['schemas']['Url'];
    };
    /** Format: uri */
    Url: string;
    /** @description A page; with `id` the named resource, or the resources related to it. */
    UsersAnswer:
      | components['schemas']['UsersListResponse']
      | components['schemas']['UsersResponse']
      | components['schemas']['RolesListResponse'];
    /** @description What is private is absent for all but administrators and the user concerned. */
    UsersAttributes: {
      status?: components['schemas']['ObjectStatus'];
      /** @description Unique in the project, URL-friendly, never purely numeric. */
      uname?: string;
      /** @description Name to sign in with; an e-mail address will do. */
      username?: string;
      title?: string | null;
      name?: string | null;
      surname?: string | null;
      /** @description Unique among users. Private. */
      email?: string | null;
    };
    /** @description Attributes of the type; unknown ones are refused. */
    UsersCreateAttributes: {
      /** @description Unique; upper and lower case are equal. */
      username: string;
      /** Format: password */
      password: string;
      uname: string;
      status?: components['schemas']['ObjectStatus'];
      title?: string | null;
      name?: string | null;
      surname?: string | null;
      /** @description Unique among users; upper and lower case are equal. */
      email?: string | null;
    };
    UsersCreateBody: {
      data: components['schemas']['UsersCreateData'];
    };
    UsersCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes: components['schemas']['UsersCreateAttributes'];
      relationships?: components['schemas']['UsersRelationshipInputs'];
    };
    UsersIdentifier: {
      id: string;
      /** @enum {string} */
      type: 'users';
    };
    /** @description Related resources of `include`, each once. */
    UsersIncluded: components['schemas']['ObjectsIncludedResource'][];
    UsersListResponse: {
      data: components['schemas']['UsersResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
      included?: components['schemas']['UsersIncluded'];
    };
    /** @description What concerns signing in is private. */
    UsersMeta: {
      perms?: components['schemas']['ObjectsPerms'];
      /** @description When true the user cannot be deleted, nor its status or uname changed. */
      locked?: boolean;
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
      /**
       * Format: date-time
       * @description When the status became `on`; null unless it is.
       */
      published?: string | null;
      /** @description Id of a user. */
      created_by?: number | null;
      /** @description Id of a user. */
      modified_by?: number | null;
      blocked?: boolean;
      /** Format: date-time */
      last_login?: string | null;
      /** Format: date-time */
      last_login_err?: string | null;
      num_login_err?: number;
      /** Format: date-time */
      verified?: string | null;
      /** Format: date-time */
      password_modified?: string | null;
    };
    /** @description The roles that the user is to have, which takes what POST or PATCH of `/users/{user_id}/relationships/roles` takes, and links, by the name of the relation. What is not named stays. */
    UsersRelationshipInputs: {
      roles?: components['schemas']['RelationshipInput'];
    } & {
      [key: string]: components['schemas']['RelationshipInput'];
    };
    UsersRelationships: {
      roles?: components['schemas']['ToManyRoles'];
    };
    UsersResource: {
      id: components['schemas']['ResourceId'];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'users';
      attributes: components['schemas']['UsersAttributes'];
      meta: components['schemas']['UsersMeta'];
      relationships?: components['schemas']['UsersRelationships'];
      links?: components['schemas']['ResourceLinks'];
    };
    UsersResponse: {
      data: components['schemas']['UsersResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
      included?: components['schemas']['UsersIncluded'];
    };
    /** @description The attributes of the type; absent ones are unchanged. */
    UsersUpdateAttributes: {
      /** @description Unique; upper and lower case are equal. */
      username?: string;
      /** Format: password */
      password?: string;
      status?: components['schemas']['ObjectStatus'];
      title?: string | null;
      name?: string | null;
      surname?: string | null;
      /** @description Unique among users; upper and lower case are equal. */
      email?: string | null;
    };
    UsersUpdateBody: {
      data: components['schemas']['UsersUpdateData'];
    };
    UsersUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['UsersUpdateAttributes'];
      relationships?: components['schemas']['UsersRelationshipInputs'];
      meta?: components['schemas']['UsersUpdateMeta'];
    };
    UsersUpdateMeta: {
      /** @description Set by role admin only; from others only unchanged. */
      locked?: boolean;
      /** @description The user cannot sign in. Set by role admin only; from others only unchanged. */
      blocked?: boolean;
    };
    /**
     * @description What made the version; a restored version is an `update`, `restore` is out of the trash.
     * @enum {string}
     */
    VersionAction: 'create' | 'update' | 'trash' | 'restore';
    VersionDifference: {
      /** @description In this version; any JSON value. */
      value: unknown;
      /** @description In the version that it is compared with; any JSON value. */
      other: unknown;
    };
    /** @description Who made the version, and when; a sparse `fields` leaves members out. */
    VersionMeta: {
      /** @description From 1; that of the present object is the first part of its ETag. */
      number?: number;
      user_action?: components['schemas']['VersionAction'];
      /** Format: date-time */
      created?: string;
      /** @description Id of a user. */
      user_id?: number | null;
      /** @description Names of the attributes that it changed, and of what else of the object, such as `parents`. */
      changed?: string[];
      /** @description Number of the version that it is compared with; only with `compare`. */
      compared_with?: number;
      /** @description Both values of each attribute that differs; only with `compare`. */
      differences?: {
        [key: string]: components['schemas']['VersionDifference'];
      };
    };
    VersionRelationships: {
      /** @description Who made the version; only when it was included. */
      user?: components['schemas']['ToOneUser'];
    };
    /** @description What was sent of an event to a webhook, and what came of it; sparse `fields` omit members. */
    WebhookDeliveriesAttributes: {
      webhook_id?: number;
      /** @description Id of the event; null for a test. */
      event_number?: number | null;
      /** @description Type of the event. */
      event?: string;
      /** @description Path of the resource of the event. Events of one subject are sent one after the other. */
      subject?: string;
      /**
       * @description `waiting` is tried again at `next`.
       * @enum {string}
       */
      state?: 'waiting' | 'delivered' | 'failed';
      attempts?: number;
      /**
       * Format: date-time
       * @description Time of the next attempt; null if there is none.
       */
      next?: string | null;
      /** @description The body as it was sent; null before the first attempt, and for one of more than 64 KB. */
      request?: string | null;
      /** @description Status of the last response; null without one. */
      status?: number | null;
      /** @description The beginning of the last response, or the reason why there was none; null before the first attempt. */
      response?: string | null;
      /** @description Time that the last attempt took; null before the first. */
      milliseconds?: number | null;
    };
    WebhookDeliveriesListResponse: {
      data: components['schemas']['WebhookDeliveriesResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Members that clients cannot set. */
    WebhookDeliveriesMeta: {
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    WebhookDeliveriesResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'webhook_deliveries';
      attributes: components['schemas']['WebhookDeliveriesAttributes'];
      meta: components['schemas']['WebhookDeliveriesMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    WebhookDeliveriesResponse: {
      data: components['schemas']['WebhookDeliveriesResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    WebhookReplayBody: {
      /** @description Id of the first event. */
      from: number;
      /** @description Id of the last event, at most 999 more; the first by default. */
      to?: number;
    };
    WebhookReplayMeta: {
      /** @description Events of the span that the webhook is for. */
      events: number;
    };
    WebhookReplayResponse: {
      links: components['schemas']['DocumentLinks'];
      meta: components['schemas']['WebhookReplayMeta'];
    };
    /** @description A webhook in responses; sparse `fields` omit members. */
    WebhooksAttributes: {
      name?: string;
      url?: string;
      enabled?: boolean;
      events?: components['schemas']['FeedEventType'][] | null;
      object_types?: string[] | null;
      filter?: Record<string, unknown> | null;
      fields?: string | null;
      include?: string | null;
      role_id?: number | null;
    };
    /** @description Attributes for POST /admin/webhooks; unknown ones are refused. */
    WebhooksCreateAttributes: {
      /** @description Unique among webhooks. */
      name: string;
      /**
       * Format: uri
       * @description Where events are sent to, by https. Addresses inside of private networks, and http, are for deployments that allow them (`WEBHOOK_PRIVATE_NETWORKS`).
       */
      url: string;
      enabled?: boolean;
      /** @description Types of events; null for all. */
      events?: components['schemas']['FeedEventType'][] | null;
      /** @description Names of object types, and of types of the model such as `properties`; null for all. */
      object_types?: string[] | null;
      /** @description Only matching objects, in the language of lists: a member for each filter, as `{"status": "on", "created": {"gt": "2026-01-01"}}` for `filter[status]=on&filter[created][gt]=2026-01-01`. Events that hide or remove an object are sent with any filter. */
      filter?: Record<string, unknown> | null;
      /** @description Attributes and relationships in the document, as the parameter `fields` has them; null for all. */
      fields?: string | null;
      /** @description Related objects in the document, as the parameter `include` has them; null for none. */
      include?: string | null;
      /** @description Id of the role with whose rights events are read; null for those of anonymous callers. */
      role_id?: number | null;
    };
    WebhooksCreateBody: {
      data: components['schemas']['WebhooksCreateData'];
    };
    WebhooksCreateData: {
      type: string;
      /** @description Client-generated ids are refused (403). */
      id?: string;
      attributes?: components['schemas']['WebhooksCreateAttributes'];
    };
    WebhooksListResponse: {
      data: components['schemas']['WebhooksResource'][];
      links: components['schemas']['ListLinks'];
      meta: components['schemas']['ListMeta'];
    };
    /** @description Members that clients cannot set. */
    WebhooksMeta: {
      /** @description The secret for signatures, `whsec_` and base64; only in the response that creates it. */
      secret?: string;
      /** @description Why the service has disabled the webhook; null otherwise. */
      disabled_reason?: string | null;
      /** Format: date-time */
      created?: string;
      /** Format: date-time */
      modified?: string;
    };
    WebhooksResource: {
      id: components['schemas']['ResourceId'];
      /** @enum {string} */
      type: 'webhooks';
      attributes: components['schemas']['WebhooksAttributes'];
      meta: components['schemas']['WebhooksMeta'];
      links?: components['schemas']['ResourceLinks'];
    };
    WebhooksResponse: {
      data: components['schemas']['WebhooksResource'];
      links: components['schemas']['DocumentLinks'];
      meta?: components['schemas']['DocumentMeta'];
    };
    /** @description Attributes for PATCH /admin/webhooks; absent ones are unchanged. */
    WebhooksUpdateAttributes: {
      /** @description Unique among webhooks. */
      name?: string;
      /**
       * Format: uri
       * @description Where events are sent to, by https. Addresses inside of private networks, and http, are for deployments that allow them (`WEBHOOK_PRIVATE_NETWORKS`).
       */
      url?: string;
      enabled?: boolean;
      /** @description Types of events; null for all. */
      events?: components['schemas']['FeedEventType'][] | null;
      /** @description Names of object types, and of types of the model such as `properties`; null for all. */
      object_types?: string[] | null;
      /** @description Only matching objects, in the language of lists: a member for each filter, as `{"status": "on", "created": {"gt": "2026-01-01"}}` for `filter[status]=on&filter[created][gt]=2026-01-01`. Events that hide or remove an object are sent with any filter. */
      filter?: Record<string, unknown> | null;
      /** @description Attributes and relationships in the document, as the parameter `fields` has them; null for all. */
      fields?: string | null;
      /** @description Related objects in the document, as the parameter `include` has them; null for none. */
      include?: string | null;
      /** @description Id of the role with whose rights events are read; null for those of anonymous callers. */
      role_id?: number | null;
    };
    WebhooksUpdateBody: {
      data: components['schemas']['WebhooksUpdateData'];
    };
    WebhooksUpdateData: {
      id: components['schemas']['BodyId'];
      type: string;
      attributes?: components['schemas']['WebhooksUpdateAttributes'];
    };
    'legacy-writes_LegacyChildDetail': {
      /** @description Place among all children, counted from 1. */
      priority: number;
    };
  };
  responses: {
    /** @description The request is malformed or its data is invalid. */
    BadRequest: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The type or id in the body contradicts the path; or the first request with the `Idempotency-Key` is in progress (with `Retry-After`), or its response is lost. */
    Conflict: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The whole file. */
    File: {
      headers: {
        ETag: components['headers']['ETag'];
        'Last-Modified': components['headers']['LastModified'];
        'Accept-Ranges': components['headers']['AcceptRanges'];
        'Content-Length': components['headers']['ContentLength'];
        'Content-Disposition': components['headers']['ContentDisposition'];
        'Cache-Control': components['headers']['FileCacheControl'];
        'Content-Security-Policy': components['headers']['FilePolicy'];
        [name: string]: unknown;
      };
      content: {
        '*/*': string;
      };
    };
    /** @description The file does not match `If-Match` or `If-Unmodified-Since`. */
    FileChanged: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The file is at the address of `Location`, without a token, for five minutes; no body. Only with `redirect=true`, and not for HEAD, conditional requests and files that browsers run, such as SVG. */
    FileElsewhere: {
      headers: {
        Location: components['headers']['StorageLocation'];
        'Cache-Control': components['headers']['RedirectCacheControl'];
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description The file is still the one that the client has; no body. */
    FileNotModified: {
      headers: {
        ETag: components['headers']['ETag'];
        'Last-Modified': components['headers']['LastModified'];
        'Cache-Control': components['headers']['FileCacheControl'];
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description The caller is known but may not do this, or the resource refuses it. */
    Forbidden: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The database does not have the events after the cursor (`cursor_expired`); everything has to be read again. */
    Gone: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Something went wrong in the service. */
    InternalError: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The `Idempotency-Key` was used for another request. */
    KeyReused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The request does not say how long its body is (`Content-Length`). */
    LengthRequired: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The path does not support this method; `Allow` lists the supported ones. */
    MethodNotAllowed: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description None of the media types in `Accept` can be had. */
    NotAcceptable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description No such resource, or the caller may not know of it. */
    NotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The resource is still in the state that `If-None-Match` names; no body. */
    NotModified: {
      headers: {
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description The requested range. */
    Part: {
      headers: {
        ETag: components['headers']['ETag'];
        'Last-Modified': components['headers']['LastModified'];
        'Accept-Ranges': components['headers']['AcceptRanges'];
        'Content-Length': components['headers']['ContentLength'];
        'Content-Disposition': components['headers']['ContentDisposition'];
        'Cache-Control': components['headers']['FileCacheControl'];
        'Content-Security-Policy': components['headers']['FilePolicy'];
        'Content-Range': components['headers']['ContentRange'];
        [name: string]: unknown;
      };
      content: {
        '*/*': string;
      };
    };
    /** @description The body is larger than the limit. */
    PayloadTooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The resource is not in the state that `If-Match` names. */
    PreconditionFailed: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The file has no bytes where the range is; `Content-Range` says how many it has. */
    RangeNotSatisfiable: {
      headers: {
        'Content-Range': components['headers']['UnsatisfiedRange'];
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The body did not come in time. */
    RequestTimeout: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The database cannot be reached, or the provider that a user signs in through. */
    ServiceUnavailable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Too many requests where they are limited, or too many failed attempts; `Retry-After` says when to come back. Where requests are limited, every response has `RateLimit-Policy` (`"default";q=600;w=60`, requests and seconds) and `RateLimit` (`"default";r=599;t=42`, requests left and seconds until there are all again). */
    TooManyRequests: {
      headers: {
        'Retry-After': components['headers']['RetryAfter'];
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Authentication is missing, wrong or expired. */
    Unauthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The body is not in a media type that this operation reads. */
    UnsupportedMediaType: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/vnd.api+json': components['schemas']['ErrorResponse'];
        'application/json': components['schemas']['ErrorResponse'];
      };
    };
  };
  parameters: {
    /** @description Id of an annotation. */
    AnnotationId: string;
    /** @description Id or name of an application. */
    ApplicationId: string;
    /** @description Id of a job, a UUID. */
    AsyncJobId: string;
    /** @description Id or name of a provider. */
    AuthProviderId: string;
    /** @description Id of a category. */
    CategoryId: string;
    /** @description Id of an object. */
    ChildId: string;
    /** @description Number of another version of the object, whose values come along where they differ. */
    CompareVersion: number;
    /** @description Id of a configuration entry: its name, for that of an application `{application_id}:{name}`. */
    ConfigId: string;
    /** @description `base64` when the body is written so. */
    ContentTransferEncoding: string;
    /** @description Relationships whose number of related objects is shown in `relationships.{name}.meta.count`, comma-separated, or `all`. */
    Count: string;
    /** @description Id of a direct upload, a UUID. */
    DirectUploadId: string;
    /** @description Relations whose first objects come along, as `name|number` with commas, such as `poster|1`; one of each where no number stands. `(1 + sum of all numbers)` is 100 at most, in a list of all objects times `page_size`. In the legacy envelope only. */
    EmbedRelations: string;
    /** @description Id or name of an endpoint. */
    EndpointId: string;
    /** @description Id of a permission. */
    EndpointPermissionId: string;
    /** @description `current` leaves the session of this request. */
    ExceptSession: 'current';
    /** @description Of a signed address: until when it is good, in seconds since 1970. */
    Expires: string;
    /** @description Id of the application whose API key would come with it. */
    ExplainApplication: number;
    /** @description Method of the request. */
    ExplainMethod: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
    /** @description Path of the request, such as `/documents/12`. */
    ExplainPath: string;
    /** @description Id of the user who would send it; without it, a caller who is not signed in. */
    ExplainUser: number;
    /** @description Id of an account at a provider. */
    ExternalAuthId: string;
    /** @description Id of the user whose second factor is removed; the caller by default. Of others for administrators only. */
    FactorUser: number;
    /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
    Fields: string;
    /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
    FieldsOfType: string;
    /** @description Name of the file: at most 255 characters of any alphabet; no path, no control characters, and none that reorder text or are invisible. Other names are 400. */
    FileName: string;
    /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
    Filter: Record<string, unknown>;
    /** @description Only objects below this folder at any depth, by id or uname. */
    FilterAncestor: string;
    /** @description Only permissions of this application; `filter[application_id][null]=1` for those of any. */
    FilterApplicationId: string;
    /** @description Only types that take part in this relation; `filter[by_relation][side]` (left or right) narrows it. */
    FilterByRelation: string;
    /** @description Only objects in any of these categories, comma-separated names. */
    FilterCategories: string;
    /** @description Only categories without a parent; takes no value. */
    FilterCategoryRoots: string;
    /** @description Only categories of this object type. */
    FilterCategoryType: string;
    /** @description Only jobs that are done; takes no value. */
    FilterCompleted: string;
    /** @description Only entries for the application that calls, and global ones; takes no value. */
    FilterConfigMine: string;
    /** @description Only entries of this name. */
    FilterConfigName: string;
    /** @description Only objects with a date range that ends at or after this date. */
    FilterDateFrom: string;
    /** @description Only objects with a date range that starts at or before this date. */
    FilterDateTo: string;
    /** @description Only those that are enabled, or that are not. */
    FilterEnabled: 'true' | 'false' | '1' | '0';
    /** @description Only permissions of this endpoint; `filter[endpoint_id][null]=1` for those of any. */
    FilterEndpointId: string;
    /** @description Only these events, comma-separated: created, updated, deleted, restored, removed, published, unpublished. */
    FilterEvent: string;
    /** @description Only jobs without attempts left, or expired; takes no value. */
    FilterFailed: string;
    /** @description Latitude and longitude, comma-separated; nearest first, with `meta.extra.distance` in metres. */
    FilterGeoCenter: string;
    /** @description Only objects within this many metres of the centre. */
    FilterGeoRadius: number;
    /** @description Only jobs that are not done; takes no value. */
    FilterIncomplete: string;
    /** @description Only those in these languages, comma-separated. */
    FilterLang: string;
    /** @description Only pending jobs of at least this priority. */
    FilterMinPriority: string;
    /** @description Only objects that the caller created; takes no value. */
    FilterMine: string;
    /** @description Only roles that the caller has; takes no value. */
    FilterMyRoles: string;
    /** @description The type of the object with this id or uname. */
    FilterObjectId: string;
    /** @description Own and inherited properties of this object type. */
    FilterObjectType: string;
    /** @description Only children of this abstract type (id or name). */
    FilterObjectTypeParent: string;
    /** @description Only those of these objects, comma-separated ids. */
    FilterOfObject: string;
    /** @description The same as `filter[object_id]`. */
    FilterOfObjectAlias: string;
    /** @description Only the caller's own record; takes no value. */
    FilterOwnUser: string;
    /** @description Only objects in this folder, by id or uname; in their order there unless a sort is given. */
    FilterParent: string;
    /** @description Only jobs that can be worked on now; takes no value. */
    FilterPending: string;
    /** @description Only pending jobs of this service. */
    FilterPriorityService: string;
    /** @description Static properties, those added to the model, or both (the default). */
    FilterPropertyKind: 'static' | 'dynamic' | 'both';
    /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
    FilterQuery: string;
    /** @description Only changes of the resources with these ids, comma-separated. */
    FilterResourceId: string;
    /** @description Only changes of these resource types, comma-separated; `objects` means objects of any type. */
    FilterResourceType: string;
    /** @description Only permissions of this role; `filter[role_id][null]=1` for those of any. */
    FilterRoleId: string;
    /** @description Only users with any of these roles, comma-separated ids or names. */
    FilterRoles: string;
    /** @description Only folders that are in no other; takes no value. In their order unless a sort is given. */
    FilterRoots: string;
    /** @description Only objects in these states, comma-separated: on, draft, off. */
    FilterStatus: string;
    /** @description Only objects in this state or a more public one. */
    FilterStatusLevel: 'on' | 'draft' | 'off' | 'all';
    /** @description Only objects with any of these tags, comma-separated names. */
    FilterTags: string;
    /** @description Only objects of these types, comma-separated; an abstract type includes its descendants. */
    FilterType: string;
    /** @description Only those of objects of these types, comma-separated; an abstract type includes its descendants. */
    FilterTypeOfObject: string;
    /** @description The object with this id or uname. */
    FilterUnameId: string;
    /** @description Only accounts of the user with this id. */
    FilterUser: string;
    /** @description Only these actions, comma-separated: create, update, trash, restore, remove. */
    FilterUserAction: string;
    /** @description Only those of these users, comma-separated ids. */
    FilterUserId: string;
    /** @description Only these versions, comma-separated numbers; `filter[number][gt]` and the other operators are known as well, and the same of `created`. */
    FilterVersionNumber: string;
    /** @description Id or uname of a folder. */
    FolderId: string;
    /**
     * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
     * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
     */
    IdempotencyKey: string;
    /** @description Ids, comma-separated, at most 500; `ids[]=` for each is understood as well. */
    Ids: string[];
    /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
    IfMatch: string;
    /** @description Respond with 412 unless the file has one of these ETags. */
    IfMatchFile: string;
    /** @description Respond with 304 without a body if the file has not changed since; without `If-None-Match` only. */
    IfModifiedSince: string;
    /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
    IfNoneMatch: string;
    /** @description The part only if the file is still the one of this `ETag` or `Last-Modified`; else the whole file. */
    IfRange: string;
    /** @description Respond with 412 if the file has changed since; without `If-Match` only. */
    IfUnmodifiedSince: string;
    /** @description Relationships whose resources come along in `included`, comma-separated. */
    Include: string;
    /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`. A region is ignored: `en_EN` is `en`. */
    Lang: string;
    /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`, as a code of two letters. In the legacy envelope it stands in place of the texts, and the code may have three letters. A region is ignored: `en_EN` is `en`. */
    LangOfEither: string;
    /** @description Id of the last event that a client of the stream has got; it takes precedence over `page[after]`. */
    LastEventId: string;
    /** @description Ids, comma-separated, at most as many as a page has: just these objects, in this order, all or none of them. In the legacy envelope only. */
    LegacyIds: string;
    /** @description Language whose translation stands in place of the texts of each object that has one, as a code of two or three letters. A region is ignored: `en_EN` is `en`. */
    LegacyLang: string;
    /** @description The same as `page_size`. */
    LegacyLimit: number;
    /** @description Types, comma-separated, in the singular; the plural is understood too. In the legacy envelope only. */
    LegacyObjectType: string;
    /** @description Items per page; above the maximum (100 unless configured, 500 at most) it is refused. */
    LegacyPageSize: number;
    /** @description The same as `page_size`. */
    LegacyPageSizeAlias: number;
    /** @description With `1`, `filter[query]` is a literal text within title, nickname or description, in any letter case, instead of a search for words. In the legacy envelope only. */
    LegacySubstring: string;
    /** @description Object type in the singular, such as `image`; the plural is understood too. */
    LegacyTypeName: string;
    /** @description The same as `page_size`. */
    Limit: number;
    /** @description Not with an id in the path: 400. */
    NoIds: string;
    /** @description Id or uname of an object. */
    ObjectId: string;
    /** @description Id of a permission. */
    ObjectPermissionId: string;
    /** @description Id or name of an object type. */
    ObjectTypeId: string;
    /** @description Plural name of an object type. */
    ObjectTypeName: string;
    /** @description What the thumbnail is to be like, such as `options[w]=200&options[fm]=webp`; only where the configuration entry `Thumbnails.allowAny` is true, and without `preset`. With one of `w` and `h` the other follows from the proportions. */
    Options: {
      /** @description Width in pixels. */
      w?: number;
      /** @description Height in pixels. */
      h?: number;
      /**
       * @description What is done to fit: `contain` brings it into width and height; `max` the same without enlarging; `fill` as `max` with margins up to width and height, `fill-max` as `contain` with margins; `stretch` distorts; `crop` cuts off what is too much, with the part named that is kept.
       * @enum {string}
       */
      fit?:
        | 'contain'
        | 'max'
        | 'fill'
        | 'fill-max'
        | 'stretch'
        | 'crop'
        | 'crop-top-left'
        | 'crop-top'
        | 'crop-top-right'
        | 'crop-left'
        | 'crop-center'
        | 'crop-right'
        | 'crop-bottom-left'
        | 'crop-bottom'
        | 'crop-bottom-right';
      /**
       * @description `auto` turns the picture by its EXIF data, degrees turn it counter-clockwise regardless of EXIF.
       * @enum {string}
       */
      or?: 'auto' | '0' | '90' | '180' | '270';
      /** @description The part to show, before all else, as `width,height,x,y` in pixels of the picture. */
      crop?: string;
      blur?: number;
      /** @description Quality, for formats that have one. */
      q?: number;
      /**
       * @description Format; `pjpg` is a progressive JPEG. Without it that of the picture, or one that browsers show.
       * @enum {string}
       */
      fm?: 'jpg' | 'pjpg' | 'png' | 'gif' | 'webp' | 'avif';
    };
    /** @description Page to read, from 1; past the last one is 404. */
    Page: number;
    /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
    PageAfter: string;
    /** @description Id of an event: the page, or the stream, begins behind it. Empty for the oldest event that is kept. */
    PageAfterEvent: string;
    /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
    PageBefore: string;
    /** @description Id of an event: the page ends before it. Empty for the newest events. */
    PageBeforeEvent: string;
    /** @description The same as `page`, as ordinary JSON:API clients send it. */
    PageNumber: number;
    /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
    PageSize: number;
    /** @description The same as `page_size`. */
    PageSizeAlias: number;
    /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
    PageTotal: 'exact' | 'bounded' | 'none';
    /** @description Id of a passkey of the caller, a UUID. */
    PasskeyId: string;
    /** @description Pixels, as `width`. */
    PosterHeight: number;
    /** @description Ids or unames, comma-separated, at most as many as a page has. */
    PosterIds: string;
    /** @description Known for older clients; it has no effect. */
    PosterMode: string;
    /** @description Pixels. Without a height that follows from the proportions; with both the picture is cropped; with neither it is 130 by 85. */
    PosterWidth: number;
    /** @description Name of a preset: `default` (768 by 576 at most), `small` (130 by 85, cropped), or one of the configuration entry `Thumbnails.presets`. Without it, and without `options`, it is `default`. */
    Preset: string;
    /** @description Whether the file is for callers who are signed in only. */
    PrivateUrl: 'true' | 'false' | '1' | '0';
    /** @description Id of a property: a number, or a UUID for a static one. */
    PropertyId: string;
    /** @description Id or name of a property type. */
    PropertyTypeId: string;
    /** @description The same as `filter[query]`. */
    Query: string;
    /** @description Responds like /roles/{id}, or with `{id}/users` like /roles/{id}/users. */
    QueryRoleId: string;
    /** @description Responds like /users/{id}, or with `{id}/roles` like /users/{id}/roles. */
    QueryUserId: string;
    /** @description The requested part, such as `bytes=0-1023` or `bytes=-500`. Several ranges, and an invalid range, are ignored: the response is the whole file. */
    Range: string;
    /** @description Whether the response may be a redirect to the storage of the file, where the service allows it. */
    Redirect: 'true' | 'false';
    /** @description A refresh token from POST /auth. */
    RefreshToken: string;
    /** @description Id of an object. */
    RelatedId: string;
    /** @description Id, name or inverse name of a relation. */
    RelationId: string;
    /** @description Name of a relation, as seen from the object. */
    RelationName: string;
    /** @description Id or name of a role. */
    RoleId: string;
    /** @description `1` or `true` includes who created and who last changed each object, as `include=created_by_user,modified_by_user` does. */
    SavedByReferences: '' | '0' | '1' | 'false' | 'true';
    /** @description Name of an object type, or `applications`, `roles` or `streams`. */
    SchemaTypeName: string;
    /** @description Id of a session, a UUID. */
    SessionId: string;
    /** @description Id of the user whose sessions end; the caller by default. Of others for administrators only. */
    SessionsUser: number;
    /** @description Of a signed address, such as `meta.url` of a stream may be: lets in without a token. */
    Signature: string;
    /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
    Sort: string;
    /** @description `number`, or `-number` for the newest first. */
    SortVersions: string;
    /** @description Id of a stream, a UUID. */
    StreamId: string;
    /** @description Just these streams: UUIDs, comma-separated, at most 100; `id[]=` for each is understood as well. */
    StreamIds: string[];
    /** @description Id or name of a tag. */
    TagId: string;
    /** @description Id of a translation. */
    TranslationId: string;
    /** @description Id or uname of an item of the trash. */
    TrashedId: string;
    /** @description Ids or unames from a root down, separated by slashes, which may be encoded (`%2F`) or not: /trees/world/europe/12. */
    TreePath: string;
    /** @description Id or uname of a user. */
    UserId: string;
    /** @description Number of a version of the object. */
    VersionNumber: string;
    /** @description Id of a delivery, which is that of its message (`webhook-id`). */
    WebhookDeliveryId: string;
    /** @description Id or name of a webhook. */
    WebhookId: string;
    /** @description Thumbnails at most: of the first of `ids`. */
    'thumbnail-parameters_PageSize': number;
  };
  requestBodies: {
    /** @description The file; its Content-Type is the media type. */
    FileBody: {
      content: {
        'application/octet-stream': string;
        '*/*': string;
      };
    };
  };
  headers: {
    /** @description Parts of the file can be had. */
    AcceptRanges: 'bytes';
    /** @description Name to save the file by, in `filename*` where it is not ASCII. */
    ContentDisposition: string;
    /** @description How the body is compressed, by `Accept-Encoding`; absent when it is not. */
    ContentEncoding: 'br' | 'gzip';
    /** @description Bytes of this response. */
    ContentLength: number;
    /** @description Which bytes of how many, such as `bytes 0-1023/146515`. */
    ContentRange: string;
    /** @description Names this state of the resource, for `If-Match` and `If-None-Match`. */
    ETag: string;
    /** @description `public, no-cache` for files that anyone may fetch, `private, no-cache` for others, `private, no-store` for files with `private_url`. Caches have to revalidate, since a file may be hidden at any time. */
    FileCacheControl: string;
    /** @description No script runs, wherever the file is opened. */
    FilePolicy: string;
    /** @description When the file was changed last. */
    LastModified: string;
    /** @description URL of the new resource. */
    Location: string;
    /** @description Tokens are kept in no cache. */
    NoStore: 'no-store';
    /** @description `no-store`: the address expires. */
    RedirectCacheControl: string;
    /** @description Seconds to wait. */
    RetryAfter: number;
    /** @description Signed address of the file in its storage. */
    StorageLocation: string;
    /** @description How many bytes there are, such as `bytes *\/146515`. */
    UnsatisfiedRange: string;
    /** @description Names the headers of the request that the response depends on, `Accept-Encoding` among them. */
    VaryByEncoding: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getHome: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The home document. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['HomeResponse'];
          'application/json': components['schemas']['HomeResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The service is available. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['StatusResponse'];
          'application/json': components['schemas']['StatusResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      /** @description The database cannot be reached. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['StatusResponse'];
          'application/json': components['schemas']['StatusResponse'];
        };
      };
    };
  };
  getHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The process is up. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HealthResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      500: components['responses']['InternalError'];
    };
  };
  getMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The metrics. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': components['schemas']['MetricsText'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getReady: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Database, migrations and jobs are in order. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReadyResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      500: components['responses']['InternalError'];
      /** @description The database cannot be reached or was migrated by a newer release, or this process should run jobs (`PROCESS_ROLE`) and does not. `checks` shows which, `message` the missing part. */
      503: {
        headers: {
          'Retry-After': components['headers']['RetryAfter'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReadyResponse'];
        };
      };
    };
  };
  getDescription: {
    parameters: {
      query?: never;
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The description. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Content-Encoding': components['headers']['ContentEncoding'];
          Vary: components['headers']['VaryByEncoding'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DescriptionResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getDescriptionYaml: {
    parameters: {
      query?: never;
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The description. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Content-Encoding': components['headers']['ContentEncoding'];
          Vary: components['headers']['VaryByEncoding'];
          [name: string]: unknown;
        };
        content: {
          'application/yaml': components['schemas']['DescriptionYaml'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getAccessToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Seconds until the access token of this request expires. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AccessTokenResponse'];
          'application/json': components['schemas']['AccessTokenEnvelope'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  signIn: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignInBody'];
      };
    };
    responses: {
      /** @description An access token and a refresh token. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['SignInResponse'];
          'application/json': components['schemas']['SignInEnvelope'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createCredentialsChange: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CredentialsChangeBody'];
      };
    };
    responses: {
      /** @description If a user has the address, a mail will be sent. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  changeCredentials: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeCredentialsBody'];
      };
    };
    responses: {
      /** @description The user. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ChangeCredentialsResponse'];
          'application/json': components['schemas']['ChangeCredentialsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listSignInProviders: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Names and classes of the providers that are enabled. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['SignInProvidersResponse'];
          'application/json': components['schemas']['SignInProvidersResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createAuthorization: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthorizationBody'];
      };
    };
    responses: {
      /** @description The address to send the user to, and the values to keep until the user returns. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AuthorizationResponse'];
          'application/json': components['schemas']['AuthorizationResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getExplanation: {
    parameters: {
      query: {
        /** @description Method of the request. */
        method: components['parameters']['ExplainMethod'];
        /** @description Path of the request, such as `/documents/12`. */
        path: components['parameters']['ExplainPath'];
        /** @description Id of the user who would send it; without it, a caller who is not signed in. */
        user?: components['parameters']['ExplainUser'];
        /** @description Id of the application whose API key would come with it. */
        application?: components['parameters']['ExplainApplication'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What the rules say, and the rows that decide. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ExplainResponse'];
          'application/json': components['schemas']['ExplainResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listPasskeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All of them, at most ten. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PasskeysResponse'];
          'application/json': components['schemas']['PasskeysResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createPasskey: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasskeyCreateBody'];
      };
    };
    responses: {
      /** @description What the browser asks the authenticator. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PasskeyCreationResponse'];
          'application/json': components['schemas']['PasskeyCreationResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  activatePasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasskeyActivateBody'];
      };
    };
    responses: {
      /** @description The passkey; recovery codes are not shown again. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PasskeyActivateResponse'];
          'application/json': components['schemas']['PasskeyActivateResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createPasskeyChallenge: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['PasskeyChallengeBody'];
      };
    };
    responses: {
      /** @description What the browser asks the authenticator. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PasskeyRequestResponse'];
          'application/json': components['schemas']['PasskeyRequestResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deletePasskey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a passkey of the caller, a UUID. */
        passkey_id: components['parameters']['PasskeyId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Removed; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updatePasskey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a passkey of the caller, a UUID. */
        passkey_id: components['parameters']['PasskeyId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasskeyUpdateBody'];
      };
    };
    responses: {
      /** @description The passkey. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PasskeyResponse'];
          'application/json': components['schemas']['PasskeyResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getSecondFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Whether there is one, and how many recovery codes are left. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['SecondFactorResponse'];
          'application/json': components['schemas']['SecondFactorResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createSecondFactor: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SecondFactorCreateBody'];
      };
    };
    responses: {
      /** @description The secret, which is not shown again. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['SecondFactorSecretResponse'];
          'application/json': components['schemas']['SecondFactorSecretResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteSecondFactor: {
    parameters: {
      query?: {
        /** @description Id of the user whose second factor is removed; the caller by default. Of others for administrators only. */
        user_id?: components['parameters']['FactorUser'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['SecondFactorDeleteBody'];
      };
    };
    responses: {
      /** @description Removed; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  activateSecondFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SecondFactorActivateBody'];
      };
    };
    responses: {
      /** @description Recovery codes, which are not shown again; each works once, in the place of a code. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RecoveryCodesResponse'];
          'application/json': components['schemas']['RecoveryCodesResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeAuthenticator: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Removed; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  checkSecondFactor: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SecondFactorCheckBody'];
      };
    };
    responses: {
      /** @description It is confirmed. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['SecondFactorCheckResponse'];
          'application/json': components['schemas']['SecondFactorCheckResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  renewRecoveryCodes: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Recovery codes, which are not shown again; each works once, in the place of a code. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RenewedCodesResponse'];
          'application/json': components['schemas']['RenewedCodesResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      409: components['responses']['Conflict'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listSessions: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of sessions. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['SessionsListResponse'];
          'application/json': components['schemas']['SessionsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteSessions: {
    parameters: {
      query?: {
        /** @description Id of the user whose sessions end; the caller by default. Of others for administrators only. */
        user_id?: components['parameters']['SessionsUser'];
        /** @description `current` leaves the session of this request. */
        except?: components['parameters']['ExceptSession'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The sessions have ended; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getSession: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id of a session, a UUID. */
        session_id: components['parameters']['SessionId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['SessionsResponse'];
          'application/json': components['schemas']['SessionsResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a session, a UUID. */
        session_id: components['parameters']['SessionId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session has ended; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteRefreshToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A refresh token from POST /auth. */
        refresh_token: components['parameters']['RefreshToken'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The token is revoked. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getAuthUser: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The user, with roles included. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['UsersResponse'];
          'application/json': components['schemas']['UsersResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateAuthUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthUserUpdateBody'];
        'application/vnd.api+json': components['schemas']['AuthUserUpdateBody'];
      };
    };
    responses: {
      /** @description The user after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['UsersResponse'];
          'application/json': components['schemas']['UsersResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  signUp: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignupBody'];
      };
    };
    responses: {
      /** @description The new user, with roles included; the mail is under way. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['UsersResponse'];
          'application/json': components['schemas']['UsersResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  activateSignup: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignupActivationBody'];
      };
    };
    responses: {
      /** @description The user can sign in. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listUsers: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only objects in these states, comma-separated: on, draft, off. */
        'filter[status]'?: components['parameters']['FilterStatus'];
        /** @description Only users with any of these roles, comma-separated ids or names. */
        'filter[roles]'?: components['parameters']['FilterRoles'];
        /** @description Only the caller's own record; takes no value. */
        'filter[mine]'?: components['parameters']['FilterOwnUser'];
        /** @description The object with this id or uname. */
        'filter[uname_id]'?: components['parameters']['FilterUnameId'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description Relationships whose number of related objects is shown in `relationships.{name}.meta.count`, comma-separated, or `all`. */
        count?: components['parameters']['Count'];
        /** @description Responds like /users/{id}, or with `{id}/roles` like /users/{id}/roles. */
        id?: components['parameters']['QueryUserId'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of users, or the users with the requested ids. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['UsersAnswer'];
          'application/json': components['schemas']['UsersAnswer'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createUser: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['UsersCreateBody'];
        'application/json': components['schemas']['UsersCreateBody'];
      };
    };
    responses: {
      /** @description The new user. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['UsersResponse'];
          'application/json': components['schemas']['UsersResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getUser: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description Relationships whose number of related objects is shown in `relationships.{name}.meta.count`, comma-separated, or `all`. */
        count?: components['parameters']['Count'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id or uname of a user. */
        user_id: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The user. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['UsersResponse'];
          'application/json': components['schemas']['UsersResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or uname of a user. */
        user_id: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In the trash; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or uname of a user. */
        user_id: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['UsersUpdateBody'];
        'application/json': components['schemas']['UsersUpdateBody'];
      };
    };
    responses: {
      /** @description The user after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['UsersResponse'];
          'application/json': components['schemas']['UsersResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listUserRoles: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: never;
      path: {
        /** @description Id or uname of a user. */
        user_id: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of roles. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RolesListResponse'];
          'application/json': components['schemas']['RolesListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listUserRoleLinks: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description Id or uname of a user. */
        user_id: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkListResponse'];
          'application/json': components['schemas']['LinkListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  addUserRoles: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id or uname of a user. */
        user_id: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['LinkageBody'];
        'application/json': components['schemas']['LinkageBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeUserRoles: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or uname of a user. */
        user_id: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['LinkageBody'];
        'application/json': components['schemas']['LinkageBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceUserRoles: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or uname of a user. */
        user_id: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['LinkageBody'];
        'application/json': components['schemas']['LinkageBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listRoles: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only roles that the caller has; takes no value. */
        'filter[mine]'?: components['parameters']['FilterMyRoles'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description Responds like /roles/{id}, or with `{id}/users` like /roles/{id}/users. */
        id?: components['parameters']['QueryRoleId'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of roles, or the roles with the requested ids. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RolesAnswer'];
          'application/json': components['schemas']['RolesAnswer'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createRole: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['RolesCreateBody'];
        'application/json': components['schemas']['RolesCreateBody'];
      };
    };
    responses: {
      /** @description The new role. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RolesResponse'];
          'application/json': components['schemas']['RolesResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getRole: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id or name of a role. */
        role_id: components['parameters']['RoleId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The role. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RolesResponse'];
          'application/json': components['schemas']['RolesResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteRole: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of a role. */
        role_id: components['parameters']['RoleId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateRole: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of a role. */
        role_id: components['parameters']['RoleId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['RolesUpdateBody'];
        'application/json': components['schemas']['RolesUpdateBody'];
      };
    };
    responses: {
      /** @description The role after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RolesResponse'];
          'application/json': components['schemas']['RolesResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listRoleUsers: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only users with any of these roles, comma-separated ids or names. */
        'filter[roles]'?: components['parameters']['FilterRoles'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: never;
      path: {
        /** @description Id or name of a role. */
        role_id: components['parameters']['RoleId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of users. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['UsersListResponse'];
          'application/json': components['schemas']['UsersListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listRoleUserLinks: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description Id or name of a role. */
        role_id: components['parameters']['RoleId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkListResponse'];
          'application/json': components['schemas']['LinkListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  addRoleUsers: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id or name of a role. */
        role_id: components['parameters']['RoleId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['LinkageBody'];
        'application/json': components['schemas']['LinkageBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeRoleUsers: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of a role. */
        role_id: components['parameters']['RoleId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['LinkageBody'];
        'application/json': components['schemas']['LinkageBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceRoleUsers: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of a role. */
        role_id: components['parameters']['RoleId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['LinkageBody'];
        'application/json': components['schemas']['LinkageBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listObjects: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only objects in these states, comma-separated: on, draft, off. */
        'filter[status]'?: components['parameters']['FilterStatus'];
        /** @description Only objects in this state or a more public one. */
        'filter[status_level]'?: components['parameters']['FilterStatusLevel'];
        /** @description Only objects that the caller created; takes no value. */
        'filter[mine]'?: components['parameters']['FilterMine'];
        /** @description The object with this id or uname. */
        'filter[uname_id]'?: components['parameters']['FilterUnameId'];
        /** @description Only objects of these types, comma-separated; an abstract type includes its descendants. */
        'filter[type]'?: components['parameters']['FilterType'];
        /** @description Only objects in this folder, by id or uname; in their order there unless a sort is given. */
        'filter[parent]'?: components['parameters']['FilterParent'];
        /** @description Only objects below this folder at any depth, by id or uname. */
        'filter[ancestor]'?: components['parameters']['FilterAncestor'];
        /** @description Only folders that are in no other; takes no value. In their order unless a sort is given. */
        'filter[roots]'?: components['parameters']['FilterRoots'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description `1` or `true` includes who created and who last changed each object, as `include=created_by_user,modified_by_user` does. */
        saved_by_refs?: components['parameters']['SavedByReferences'];
        /** @description Relationships whose number of related objects is shown in `relationships.{name}.meta.count`, comma-separated, or `all`. */
        count?: components['parameters']['Count'];
        /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`, as a code of two letters. In the legacy envelope it stands in place of the texts, and the code may have three letters. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['LangOfEither'];
        /** @description Ids, comma-separated, at most as many as a page has: just these objects, in this order, all or none of them. In the legacy envelope only. */
        id?: components['parameters']['LegacyIds'];
        /** @description Relations whose first objects come along, as `name|number` with commas, such as `poster|1`; one of each where no number stands. `(1 + sum of all numbers)` is 100 at most, in a list of all objects times `page_size`. In the legacy envelope only. */
        'embed[relations]'?: components['parameters']['EmbedRelations'];
        /** @description Types, comma-separated, in the singular; the plural is understood too. In the legacy envelope only. */
        'filter[object_type]'?: components['parameters']['LegacyObjectType'];
        /** @description With `1`, `filter[query]` is a literal text within title, nickname or description, in any letter case, instead of a search for words. In the legacy envelope only. */
        'filter[substring]'?: components['parameters']['LegacySubstring'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of objects. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AnyObjectListResponse'];
          'application/json': components['schemas']['LegacyObjectsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createObject: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['TypedObjectsCreateBody'];
        'application/json': components['schemas']['LegacyObjectBody'];
      };
    };
    responses: {
      /** @description The object after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyWrittenObjectResponse'];
        };
      };
      /** @description The new object. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyWrittenObjectResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteObjects: {
    parameters: {
      query: {
        /** @description Ids, comma-separated, at most 500; `ids[]=` for each is understood as well. */
        ids: components['parameters']['Ids'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In the trash; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTrash: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only objects in these states, comma-separated: on, draft, off. */
        'filter[status]'?: components['parameters']['FilterStatus'];
        /** @description Only objects in this state or a more public one. */
        'filter[status_level]'?: components['parameters']['FilterStatusLevel'];
        /** @description Only objects that the caller created; takes no value. */
        'filter[mine]'?: components['parameters']['FilterMine'];
        /** @description The object with this id or uname. */
        'filter[uname_id]'?: components['parameters']['FilterUnameId'];
        /** @description Only objects of these types, comma-separated; an abstract type includes its descendants. */
        'filter[type]'?: components['parameters']['FilterType'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of items of the trash. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TrashListResponse'];
          'application/json': components['schemas']['TrashListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  purgeTrashedObjects: {
    parameters: {
      query: {
        /** @description Ids, comma-separated, at most 500; `ids[]=` for each is understood as well. */
        ids: components['parameters']['Ids'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Purged; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTrashedObject: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id or uname of an item of the trash. */
        object_id: components['parameters']['TrashedId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The item, with all its attributes. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TrashResponse'];
          'application/json': components['schemas']['TrashResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  purgeTrashedObject: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or uname of an item of the trash. */
        object_id: components['parameters']['TrashedId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Purged; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  restoreTrashedObject: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or uname of an item of the trash. */
        object_id: components['parameters']['TrashedId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['RestoreBody'];
        'application/json': components['schemas']['RestoreBody'];
      };
    };
    responses: {
      /** @description Restored; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  editObjects: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['BulkEditBody'];
        'application/json': components['schemas']['BulkEditBody'];
      };
    };
    responses: {
      /** @description The changed objects, and the refused ones. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['BulkEditResponse'];
          'application/json': components['schemas']['BulkEditResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  changeResources: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"': components['schemas']['AtomicOperationsBody'];
      };
    };
    responses: {
      /** @description The results of the operations. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"': components['schemas']['AtomicResultsResponse'];
        };
      };
      /** @description Done; no operation has a result. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listFolders: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only objects in these states, comma-separated: on, draft, off. */
        'filter[status]'?: components['parameters']['FilterStatus'];
        /** @description Only objects in this state or a more public one. */
        'filter[status_level]'?: components['parameters']['FilterStatusLevel'];
        /** @description Only objects that the caller created; takes no value. */
        'filter[mine]'?: components['parameters']['FilterMine'];
        /** @description The object with this id or uname. */
        'filter[uname_id]'?: components['parameters']['FilterUnameId'];
        /** @description Only objects in this folder, by id or uname; in their order there unless a sort is given. */
        'filter[parent]'?: components['parameters']['FilterParent'];
        /** @description Only objects below this folder at any depth, by id or uname. */
        'filter[ancestor]'?: components['parameters']['FilterAncestor'];
        /** @description Only folders that are in no other; takes no value. In their order unless a sort is given. */
        'filter[roots]'?: components['parameters']['FilterRoots'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description `1` or `true` includes who created and who last changed each object, as `include=created_by_user,modified_by_user` does. */
        saved_by_refs?: components['parameters']['SavedByReferences'];
        /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['Lang'];
        /** @description Relationships whose number of related objects is shown in `relationships.{name}.meta.count`, comma-separated, or `all`. */
        count?: components['parameters']['Count'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of folders. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['FoldersListResponse'];
          'application/json': components['schemas']['FoldersListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createFolder: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['FoldersCreateBody'];
        'application/json': components['schemas']['FoldersCreateBody'];
      };
    };
    responses: {
      /** @description The new folder. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['FoldersResponse'];
          'application/json': components['schemas']['FoldersResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteFolders: {
    parameters: {
      query: {
        /** @description Ids, comma-separated, at most 500; `ids[]=` for each is understood as well. */
        ids: components['parameters']['Ids'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In the trash; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getFolder: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description `1` or `true` includes who created and who last changed each object, as `include=created_by_user,modified_by_user` does. */
        saved_by_refs?: components['parameters']['SavedByReferences'];
        /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['Lang'];
        /** @description Relationships whose number of related objects is shown in `relationships.{name}.meta.count`, comma-separated, or `all`. */
        count?: components['parameters']['Count'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The folder. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['FoldersResponse'];
          'application/json': components['schemas']['FoldersResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteFolder: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In the trash; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateFolder: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['FoldersUpdateBody'];
        'application/json': components['schemas']['FoldersUpdateBody'];
      };
    };
    responses: {
      /** @description The folder after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['FoldersResponse'];
          'application/json': components['schemas']['FoldersResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getFolderParent: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description `1` or `true` includes who created and who last changed each object, as `include=created_by_user,modified_by_user` does. */
        saved_by_refs?: components['parameters']['SavedByReferences'];
        /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['Lang'];
        /** @description Relationships whose number of related objects is shown in `relationships.{name}.meta.count`, comma-separated, or `all`. */
        count?: components['parameters']['Count'];
      };
      header?: never;
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The parent, null for a root. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['FoldersParentResponse'];
          'application/json': components['schemas']['FoldersParentResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getFolderParentLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifier, null for a root. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkResponse'];
          'application/json': components['schemas']['LinkResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeFolderParent: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['PlaceBody'];
        'application/json': components['schemas']['PlaceBody'];
      };
    };
    responses: {
      /** @description A root now; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceFolderParent: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['PlaceBody'];
        'application/json': components['schemas']['PlaceBody'];
      };
    };
    responses: {
      /** @description The folder is there. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listFolderChildren: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only objects in these states, comma-separated: on, draft, off. */
        'filter[status]'?: components['parameters']['FilterStatus'];
        /** @description Only objects in this state or a more public one. */
        'filter[status_level]'?: components['parameters']['FilterStatusLevel'];
        /** @description Only objects that the caller created; takes no value. */
        'filter[mine]'?: components['parameters']['FilterMine'];
        /** @description The object with this id or uname. */
        'filter[uname_id]'?: components['parameters']['FilterUnameId'];
        /** @description Only objects of these types, comma-separated; an abstract type includes its descendants. */
        'filter[type]'?: components['parameters']['FilterType'];
        /** @description Only objects in this folder, by id or uname; in their order there unless a sort is given. */
        'filter[parent]'?: components['parameters']['FilterParent'];
        /** @description Only objects below this folder at any depth, by id or uname. */
        'filter[ancestor]'?: components['parameters']['FilterAncestor'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description `1` or `true` includes who created and who last changed each object, as `include=created_by_user,modified_by_user` does. */
        saved_by_refs?: components['parameters']['SavedByReferences'];
        /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['Lang'];
        /** @description Relationships whose number of related objects is shown in `relationships.{name}.meta.count`, comma-separated, or `all`. */
        count?: components['parameters']['Count'];
      };
      header?: never;
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of objects. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AnyObjectListResponse'];
          'application/json': components['schemas']['AnyObjectListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listFolderChildLinks: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only objects in these states, comma-separated: on, draft, off. */
        'filter[status]'?: components['parameters']['FilterStatus'];
        /** @description Only objects in this state or a more public one. */
        'filter[status_level]'?: components['parameters']['FilterStatusLevel'];
        /** @description Only objects that the caller created; takes no value. */
        'filter[mine]'?: components['parameters']['FilterMine'];
        /** @description The object with this id or uname. */
        'filter[uname_id]'?: components['parameters']['FilterUnameId'];
        /** @description Only objects of these types, comma-separated; an abstract type includes its descendants. */
        'filter[type]'?: components['parameters']['FilterType'];
        /** @description Only objects in this folder, by id or uname; in their order there unless a sort is given. */
        'filter[parent]'?: components['parameters']['FilterParent'];
        /** @description Only objects below this folder at any depth, by id or uname. */
        'filter[ancestor]'?: components['parameters']['FilterAncestor'];
      };
      header?: never;
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PlaceLinkListResponse'];
          'application/json': components['schemas']['PlaceLinkListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  addFolderChildren: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['PlacesBody'];
        'application/json': components['schemas']['PlacesBody'];
      };
    };
    responses: {
      /** @description They are in the folder. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeFolderChildren: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['PlacesBody'];
        'application/json': components['schemas']['PlacesBody'];
      };
    };
    responses: {
      /** @description They are not in the folder; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceFolderChildren: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of a folder. */
        folder_id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['PlacesBody'];
        'application/json': components['schemas']['PlacesBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTreeObject: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['Lang'];
        /** @description Relationships whose number of related objects is shown in `relationships.{name}.meta.count`, comma-separated, or `all`. */
        count?: components['parameters']['Count'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Ids or unames from a root down, separated by slashes, which may be encoded (`%2F`) or not: /trees/world/europe/12. */
        tree_path: components['parameters']['TreePath'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The object. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AnyObjectResponse'];
          'application/json': components['schemas']['AnyObjectResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listObjectPermissions: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of permissions. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ObjectPermissionsListResponse'];
          'application/json': components['schemas']['ObjectPermissionsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createObjectPermission: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ObjectPermissionsCreateBody'];
        'application/json': components['schemas']['ObjectPermissionsCreateBody'];
      };
    };
    responses: {
      /** @description The new permission. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ObjectPermissionsResponse'];
          'application/json': components['schemas']['ObjectPermissionsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getObjectPermission: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id of a permission. */
        object_permission_id: components['parameters']['ObjectPermissionId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The permission. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ObjectPermissionsResponse'];
          'application/json': components['schemas']['ObjectPermissionsResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteObjectPermission: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a permission. */
        object_permission_id: components['parameters']['ObjectPermissionId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTranslations: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only those of these objects, comma-separated ids. */
        'filter[object_id]'?: components['parameters']['FilterOfObject'];
        /** @description The same as `filter[object_id]`. */
        'filter[object]'?: components['parameters']['FilterOfObjectAlias'];
        /** @description Only those in these languages, comma-separated. */
        'filter[lang]'?: components['parameters']['FilterLang'];
        /** @description Only objects in these states, comma-separated: on, draft, off. */
        'filter[status]'?: components['parameters']['FilterStatus'];
        /** @description Only those of objects of these types, comma-separated; an abstract type includes its descendants. */
        'filter[type]'?: components['parameters']['FilterTypeOfObject'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of translations. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TranslationsListResponse'];
          'application/json': components['schemas']['TranslationsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createTranslation: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['TranslationsCreateBody'];
        'application/json': components['schemas']['TranslationsCreateBody'];
      };
    };
    responses: {
      /** @description The new translation. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TranslationsResponse'];
          'application/json': components['schemas']['TranslationsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTranslation: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id of a translation. */
        translation_id: components['parameters']['TranslationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The translation. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TranslationsResponse'];
          'application/json': components['schemas']['TranslationsResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteTranslation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a translation. */
        translation_id: components['parameters']['TranslationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In the trash; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateTranslation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a translation. */
        translation_id: components['parameters']['TranslationId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['TranslationsUpdateBody'];
        'application/json': components['schemas']['TranslationsUpdateBody'];
      };
    };
    responses: {
      /** @description The translation after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TranslationsResponse'];
          'application/json': components['schemas']['TranslationsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTranslationObject: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['Lang'];
      };
      header?: never;
      path: {
        /** @description Id of a translation. */
        translation_id: components['parameters']['TranslationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The object. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AnyObjectResponse'];
          'application/json': components['schemas']['AnyObjectResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTranslationObjectLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a translation. */
        translation_id: components['parameters']['TranslationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A resource identifier with the relationships of the object. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AnyObjectLinkResponse'];
          'application/json': components['schemas']['AnyObjectLinkResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listAnnotations: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only those of these objects, comma-separated ids. */
        'filter[object_id]'?: components['parameters']['FilterOfObject'];
        /** @description The same as `filter[object_id]`. */
        'filter[object]'?: components['parameters']['FilterOfObjectAlias'];
        /** @description Only those of these users, comma-separated ids. */
        'filter[user_id]'?: components['parameters']['FilterUserId'];
        /** @description Only those of objects of these types, comma-separated; an abstract type includes its descendants. */
        'filter[type]'?: components['parameters']['FilterTypeOfObject'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of annotations. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AnnotationsListResponse'];
          'application/json': components['schemas']['AnnotationsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createAnnotation: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['AnnotationsCreateBody'];
        'application/json': components['schemas']['AnnotationsCreateBody'];
      };
    };
    responses: {
      /** @description The new annotation. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AnnotationsResponse'];
          'application/json': components['schemas']['AnnotationsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getAnnotation: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id of an annotation. */
        annotation_id: components['parameters']['AnnotationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The annotation. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AnnotationsResponse'];
          'application/json': components['schemas']['AnnotationsResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteAnnotation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of an annotation. */
        annotation_id: components['parameters']['AnnotationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In the trash; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateAnnotation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of an annotation. */
        annotation_id: components['parameters']['AnnotationId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['AnnotationsUpdateBody'];
        'application/json': components['schemas']['AnnotationsUpdateBody'];
      };
    };
    responses: {
      /** @description The annotation after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AnnotationsResponse'];
          'application/json': components['schemas']['AnnotationsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getAnnotationObject: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['Lang'];
      };
      header?: never;
      path: {
        /** @description Id of an annotation. */
        annotation_id: components['parameters']['AnnotationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The object. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AnyObjectResponse'];
          'application/json': components['schemas']['AnyObjectResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getAnnotationObjectLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of an annotation. */
        annotation_id: components['parameters']['AnnotationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A resource identifier with the relationships of the object. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AnyObjectLinkResponse'];
          'application/json': components['schemas']['AnyObjectLinkResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listHistory: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Only changes of the resources with these ids, comma-separated. */
        'filter[resource_id]'?: components['parameters']['FilterResourceId'];
        /** @description Only changes of these resource types, comma-separated; `objects` means objects of any type. */
        'filter[resource_type]'?: components['parameters']['FilterResourceType'];
        /** @description Only those of these users, comma-separated ids. */
        'filter[user_id]'?: components['parameters']['FilterUserId'];
        /** @description Only these actions, comma-separated: create, update, trash, restore, remove. */
        'filter[user_action]'?: components['parameters']['FilterUserAction'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of changes. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['HistoryListResponse'];
          'application/json': components['schemas']['HistoryListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listFeedEvents: {
    parameters: {
      query?: {
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description Id of an event: the page, or the stream, begins behind it. Empty for the oldest event that is kept. */
        'page[after]'?: components['parameters']['PageAfterEvent'];
        /** @description Id of an event: the page ends before it. Empty for the newest events. */
        'page[before]'?: components['parameters']['PageBeforeEvent'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Only objects of these types, comma-separated; an abstract type includes its descendants. */
        'filter[type]'?: components['parameters']['FilterType'];
        /** @description Only these events, comma-separated: created, updated, deleted, restored, removed, published, unpublished. */
        'filter[event]'?: components['parameters']['FilterEvent'];
        /** @description Only objects below this folder at any depth, by id or uname. */
        'filter[ancestor]'?: components['parameters']['FilterAncestor'];
      };
      header?: {
        /** @description Id of the last event that a client of the stream has got; it takes precedence over `page[after]`. */
        'Last-Event-ID'?: components['parameters']['LastEventId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events, or the stream of them. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['FeedEventsListResponse'];
          'text/event-stream': components['schemas']['FeedStream'];
          'application/json': components['schemas']['FeedEventsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      410: components['responses']['Gone'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listObjectTypes: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only children of this abstract type (id or name). */
        'filter[parent]'?: components['parameters']['FilterObjectTypeParent'];
        /** @description Only types that take part in this relation; `filter[by_relation][side]` (left or right) narrows it. */
        'filter[by_relation][name]'?: components['parameters']['FilterByRelation'];
        /** @description The type of the object with this id or uname. */
        'filter[object_id]'?: components['parameters']['FilterObjectId'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of object types. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ObjectTypesListResponse'];
          'application/json': components['schemas']['ObjectTypesListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createObjectType: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ObjectTypesCreateBody'];
        'application/json': components['schemas']['ObjectTypesCreateBody'];
      };
    };
    responses: {
      /** @description The new object type. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ObjectTypesResponse'];
          'application/json': components['schemas']['ObjectTypesResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getObjectType: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The object type. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ObjectTypesResponse'];
          'application/json': components['schemas']['ObjectTypesResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteObjectType: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateObjectType: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ObjectTypesUpdateBody'];
        'application/json': components['schemas']['ObjectTypesUpdateBody'];
      };
    };
    responses: {
      /** @description The object type after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ObjectTypesResponse'];
          'application/json': components['schemas']['ObjectTypesResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listObjectTypeLeftRelations: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
      };
      header?: never;
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the related resources. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RelationsListResponse'];
          'application/json': components['schemas']['RelationsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listObjectTypeLeftRelationsLinks: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkListResponse'];
          'application/json': components['schemas']['LinkListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listObjectTypeRightRelations: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
      };
      header?: never;
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the related resources. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RelationsListResponse'];
          'application/json': components['schemas']['RelationsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listObjectTypeRightRelationsLinks: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkListResponse'];
          'application/json': components['schemas']['LinkListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getObjectTypeParent: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: never;
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The related resource, null when there is none. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ObjectTypesParentResponse'];
          'application/json': components['schemas']['ObjectTypesParentResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getObjectTypeParentLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkResponse'];
          'application/json': components['schemas']['LinkResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceObjectTypeParent: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of an object type. */
        object_type_id: components['parameters']['ObjectTypeId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ToOneBody'];
        'application/json': components['schemas']['ToOneBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listProperties: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Own and inherited properties of this object type. */
        'filter[object_type]'?: components['parameters']['FilterObjectType'];
        /** @description Static properties, those added to the model, or both (the default). */
        'filter[type]'?: components['parameters']['FilterPropertyKind'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of properties. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PropertiesListResponse'];
          'application/json': components['schemas']['PropertiesListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createProperty: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['PropertiesCreateBody'];
        'application/json': components['schemas']['PropertiesCreateBody'];
      };
    };
    responses: {
      /** @description The new property. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PropertiesResponse'];
          'application/json': components['schemas']['PropertiesResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getProperty: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id of a property: a number, or a UUID for a static one. */
        property_id: components['parameters']['PropertyId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The property. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PropertiesResponse'];
          'application/json': components['schemas']['PropertiesResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteProperty: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a property: a number, or a UUID for a static one. */
        property_id: components['parameters']['PropertyId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateProperty: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a property: a number, or a UUID for a static one. */
        property_id: components['parameters']['PropertyId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['PropertiesUpdateBody'];
        'application/json': components['schemas']['PropertiesUpdateBody'];
      };
    };
    responses: {
      /** @description The property after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PropertiesResponse'];
          'application/json': components['schemas']['PropertiesResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listPropertyTypes: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of property types. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PropertyTypesListResponse'];
          'application/json': components['schemas']['PropertyTypesListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createPropertyType: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['PropertyTypesCreateBody'];
        'application/json': components['schemas']['PropertyTypesCreateBody'];
      };
    };
    responses: {
      /** @description The new property type. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PropertyTypesResponse'];
          'application/json': components['schemas']['PropertyTypesResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getPropertyType: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id or name of a property type. */
        property_type_id: components['parameters']['PropertyTypeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The property type. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PropertyTypesResponse'];
          'application/json': components['schemas']['PropertyTypesResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deletePropertyType: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of a property type. */
        property_type_id: components['parameters']['PropertyTypeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updatePropertyType: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of a property type. */
        property_type_id: components['parameters']['PropertyTypeId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['PropertyTypesUpdateBody'];
        'application/json': components['schemas']['PropertyTypesUpdateBody'];
      };
    };
    responses: {
      /** @description The property type after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PropertyTypesResponse'];
          'application/json': components['schemas']['PropertyTypesResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listRelations: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of relations. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RelationsListResponse'];
          'application/json': components['schemas']['RelationsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createRelation: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['RelationsCreateBody'];
        'application/json': components['schemas']['RelationsCreateBody'];
      };
    };
    responses: {
      /** @description The new relation. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RelationsResponse'];
          'application/json': components['schemas']['RelationsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getRelation: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The relation. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RelationsResponse'];
          'application/json': components['schemas']['RelationsResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteRelation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateRelation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['RelationsUpdateBody'];
        'application/json': components['schemas']['RelationsUpdateBody'];
      };
    };
    responses: {
      /** @description The relation after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RelationsResponse'];
          'application/json': components['schemas']['RelationsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listRelationLeftObjectTypes: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
      };
      header?: never;
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the related resources. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ObjectTypesListResponse'];
          'application/json': components['schemas']['ObjectTypesListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listRelationLeftObjectTypeLinks: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkListResponse'];
          'application/json': components['schemas']['LinkListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  addRelationLeftObjectTypes: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ToManyBody'];
        'application/json': components['schemas']['ToManyBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeRelationLeftObjectTypes: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ToManyBody'];
        'application/json': components['schemas']['ToManyBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceRelationLeftObjectTypes: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ToManyBody'];
        'application/json': components['schemas']['ToManyBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listRelationRightObjectTypes: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
      };
      header?: never;
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the related resources. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ObjectTypesListResponse'];
          'application/json': components['schemas']['ObjectTypesListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listRelationRightObjectTypeLinks: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkListResponse'];
          'application/json': components['schemas']['LinkListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  addRelationRightObjectTypes: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ToManyBody'];
        'application/json': components['schemas']['ToManyBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeRelationRightObjectTypes: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ToManyBody'];
        'application/json': components['schemas']['ToManyBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceRelationRightObjectTypes: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id, name or inverse name of a relation. */
        relation_id: components['parameters']['RelationId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ToManyBody'];
        'application/json': components['schemas']['ToManyBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listCategories: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only categories of this object type. */
        'filter[type]'?: components['parameters']['FilterCategoryType'];
        /** @description Only categories without a parent; takes no value. */
        'filter[roots]'?: components['parameters']['FilterCategoryRoots'];
        /** @description Only those that are enabled, or that are not. */
        'filter[enabled]'?: components['parameters']['FilterEnabled'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of categories. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['CategoriesListResponse'];
          'application/json': components['schemas']['CategoriesListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createCategory: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['CategoriesCreateBody'];
        'application/json': components['schemas']['CategoriesCreateBody'];
      };
    };
    responses: {
      /** @description The new category. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['CategoriesResponse'];
          'application/json': components['schemas']['CategoriesResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getCategory: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The category. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['CategoriesResponse'];
          'application/json': components['schemas']['CategoriesResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteCategory: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateCategory: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['CategoriesUpdateBody'];
        'application/json': components['schemas']['CategoriesUpdateBody'];
      };
    };
    responses: {
      /** @description The category after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['CategoriesResponse'];
          'application/json': components['schemas']['CategoriesResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getCategoryObjectType: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The related resource, null when there is none. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ObjectTypesResponse'];
          'application/json': components['schemas']['ObjectTypesResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getCategoryObjectTypeLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkResponse'];
          'application/json': components['schemas']['LinkResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getCategoryParentCategory: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The related resource, null when there is none. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['CategoriesParentResponse'];
          'application/json': components['schemas']['CategoriesParentResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getCategoryParentCategoryLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkResponse'];
          'application/json': components['schemas']['LinkResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceCategoryParentCategory: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ToOneBody'];
        'application/json': components['schemas']['ToOneBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listCategoryChildCategories: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
      };
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the related resources. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['CategoriesListResponse'];
          'application/json': components['schemas']['CategoriesListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listCategoryChildCategoryLinks: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkListResponse'];
          'application/json': components['schemas']['LinkListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listCategoryObjects: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only objects in these states, comma-separated: on, draft, off. */
        'filter[status]'?: components['parameters']['FilterStatus'];
        /** @description Only objects in this state or a more public one. */
        'filter[status_level]'?: components['parameters']['FilterStatusLevel'];
        /** @description Only objects that the caller created; takes no value. */
        'filter[mine]'?: components['parameters']['FilterMine'];
        /** @description The object with this id or uname. */
        'filter[uname_id]'?: components['parameters']['FilterUnameId'];
        /** @description Only objects of these types, comma-separated; an abstract type includes its descendants. */
        'filter[type]'?: components['parameters']['FilterType'];
        /** @description Only objects in any of these categories, comma-separated names. */
        'filter[categories]'?: components['parameters']['FilterCategories'];
        /** @description Only objects with any of these tags, comma-separated names. */
        'filter[tags]'?: components['parameters']['FilterTags'];
        /** @description Only objects with a date range that ends at or after this date. */
        'filter[date_ranges][from_date]'?: components['parameters']['FilterDateFrom'];
        /** @description Only objects with a date range that starts at or before this date. */
        'filter[date_ranges][to_date]'?: components['parameters']['FilterDateTo'];
        /** @description Latitude and longitude, comma-separated; nearest first, with `meta.extra.distance` in metres. */
        'filter[geo][center]'?: components['parameters']['FilterGeoCenter'];
        /** @description Only objects within this many metres of the centre. */
        'filter[geo][radius]'?: components['parameters']['FilterGeoRadius'];
      };
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of objects of the type of the category. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AnyObjectListResponse'];
          'application/json': components['schemas']['AnyObjectListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listCategoryObjectLinks: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description Id of a category. */
        category_id: components['parameters']['CategoryId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkListResponse'];
          'application/json': components['schemas']['LinkListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTags: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only those that are enabled, or that are not. */
        'filter[enabled]'?: components['parameters']['FilterEnabled'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of tags. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TagsListResponse'];
          'application/json': components['schemas']['TagsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createTag: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['TagsCreateBody'];
        'application/json': components['schemas']['TagsCreateBody'];
      };
    };
    responses: {
      /** @description The new tag. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TagsResponse'];
          'application/json': components['schemas']['TagsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTag: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id or name of a tag. */
        tag_id: components['parameters']['TagId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tag. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TagsResponse'];
          'application/json': components['schemas']['TagsResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteTag: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of a tag. */
        tag_id: components['parameters']['TagId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateTag: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of a tag. */
        tag_id: components['parameters']['TagId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['TagsUpdateBody'];
        'application/json': components['schemas']['TagsUpdateBody'];
      };
    };
    responses: {
      /** @description The tag after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TagsResponse'];
          'application/json': components['schemas']['TagsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listAuditEntries: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Only changes of the resources with these ids, comma-separated. */
        'filter[resource_id]'?: components['parameters']['FilterResourceId'];
        /** @description Only changes of these resource types, comma-separated; `objects` means objects of any type. */
        'filter[resource_type]'?: components['parameters']['FilterResourceType'];
        /** @description Only those of these users, comma-separated ids. */
        'filter[user_id]'?: components['parameters']['FilterUserId'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of entries. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AuditEntriesListResponse'];
          'application/json': components['schemas']['AuditEntriesListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listApplications: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only those that are enabled, or that are not. */
        'filter[enabled]'?: components['parameters']['FilterEnabled'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of applications. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ApplicationsListResponse'];
          'application/json': components['schemas']['ApplicationsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createApplication: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ApplicationsCreateBody'];
        'application/json': components['schemas']['ApplicationsCreateBody'];
      };
    };
    responses: {
      /** @description The new application, with its API key in `meta.api_key`. */
      201: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ApplicationsResponse'];
          'application/json': components['schemas']['ApplicationsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getApplication: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id or name of an application. */
        application_id: components['parameters']['ApplicationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The application. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ApplicationsResponse'];
          'application/json': components['schemas']['ApplicationsResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteApplication: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of an application. */
        application_id: components['parameters']['ApplicationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateApplication: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of an application. */
        application_id: components['parameters']['ApplicationId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ApplicationsUpdateBody'];
        'application/json': components['schemas']['ApplicationsUpdateBody'];
      };
    };
    responses: {
      /** @description The application after the change. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ApplicationsResponse'];
          'application/json': components['schemas']['ApplicationsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listPublicApplications: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of applications. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PublicApplicationsListResponse'];
          'application/json': components['schemas']['PublicApplicationsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getPublicApplication: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id or name of an application. */
        application_id: components['parameters']['ApplicationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The application. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PublicApplicationsResponse'];
          'application/json': components['schemas']['PublicApplicationsResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listEndpoints: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only those that are enabled, or that are not. */
        'filter[enabled]'?: components['parameters']['FilterEnabled'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of endpoints. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['EndpointsListResponse'];
          'application/json': components['schemas']['EndpointsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['EndpointsCreateBody'];
        'application/json': components['schemas']['EndpointsCreateBody'];
      };
    };
    responses: {
      /** @description The new endpoint. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['EndpointsResponse'];
          'application/json': components['schemas']['EndpointsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getEndpoint: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id or name of an endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The endpoint. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['EndpointsResponse'];
          'application/json': components['schemas']['EndpointsResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of an endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of an endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['EndpointsUpdateBody'];
        'application/json': components['schemas']['EndpointsUpdateBody'];
      };
    };
    responses: {
      /** @description The endpoint after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['EndpointsResponse'];
          'application/json': components['schemas']['EndpointsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listEndpointPermissions: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Only permissions of this endpoint; `filter[endpoint_id][null]=1` for those of any. */
        'filter[endpoint_id]'?: components['parameters']['FilterEndpointId'];
        /** @description Only permissions of this application; `filter[application_id][null]=1` for those of any. */
        'filter[application_id]'?: components['parameters']['FilterApplicationId'];
        /** @description Only permissions of this role; `filter[role_id][null]=1` for those of any. */
        'filter[role_id]'?: components['parameters']['FilterRoleId'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of permissions. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['EndpointPermissionsListResponse'];
          'application/json': components['schemas']['EndpointPermissionsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createEndpointPermission: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['EndpointPermissionsCreateBody'];
        'application/json': components['schemas']['EndpointPermissionsCreateBody'];
      };
    };
    responses: {
      /** @description The new permission, in force already. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['EndpointPermissionsResponse'];
          'application/json': components['schemas']['EndpointPermissionsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getEndpointPermission: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id of a permission. */
        endpoint_permission_id: components['parameters']['EndpointPermissionId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The permission. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['EndpointPermissionsResponse'];
          'application/json': components['schemas']['EndpointPermissionsResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteEndpointPermission: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a permission. */
        endpoint_permission_id: components['parameters']['EndpointPermissionId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateEndpointPermission: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a permission. */
        endpoint_permission_id: components['parameters']['EndpointPermissionId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['EndpointPermissionsUpdateBody'];
        'application/json': components['schemas']['EndpointPermissionsUpdateBody'];
      };
    };
    responses: {
      /** @description The permission after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['EndpointPermissionsResponse'];
          'application/json': components['schemas']['EndpointPermissionsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listConfigEntries: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only entries of this name. */
        'filter[name]'?: components['parameters']['FilterConfigName'];
        /** @description Only entries for the application that calls, and global ones; takes no value. */
        'filter[mine]'?: components['parameters']['FilterConfigMine'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of entries. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ConfigListResponse'];
          'application/json': components['schemas']['ConfigListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createConfigEntry: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ConfigCreateBody'];
        'application/json': components['schemas']['ConfigCreateBody'];
      };
    };
    responses: {
      /** @description The new entry, in force already. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ConfigResponse'];
          'application/json': components['schemas']['ConfigResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getConfigEntry: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id of a configuration entry: its name, for that of an application `{application_id}:{name}`. */
        config_id: components['parameters']['ConfigId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The entry. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ConfigResponse'];
          'application/json': components['schemas']['ConfigResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteConfigEntry: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a configuration entry: its name, for that of an application `{application_id}:{name}`. */
        config_id: components['parameters']['ConfigId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateConfigEntry: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a configuration entry: its name, for that of an application `{application_id}:{name}`. */
        config_id: components['parameters']['ConfigId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ConfigUpdateBody'];
        'application/json': components['schemas']['ConfigUpdateBody'];
      };
    };
    responses: {
      /** @description The entry after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ConfigResponse'];
          'application/json': components['schemas']['ConfigResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listPublicConfigEntries: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only entries of this name. */
        'filter[name]'?: components['parameters']['FilterConfigName'];
        /** @description Only entries for the application that calls, and global ones; takes no value. */
        'filter[mine]'?: components['parameters']['FilterConfigMine'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of entries. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PublicConfigListResponse'];
          'application/json': components['schemas']['PublicConfigListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createPublicConfigEntry: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['PublicConfigCreateBody'];
        'application/json': components['schemas']['PublicConfigCreateBody'];
      };
    };
    responses: {
      /** @description The new entry. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PublicConfigResponse'];
          'application/json': components['schemas']['PublicConfigResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getPublicConfigEntry: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id of a configuration entry: its name, for that of an application `{application_id}:{name}`. */
        config_id: components['parameters']['ConfigId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The entry; the application's own takes precedence. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PublicConfigResponse'];
          'application/json': components['schemas']['PublicConfigResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deletePublicConfigEntry: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a configuration entry: its name, for that of an application `{application_id}:{name}`. */
        config_id: components['parameters']['ConfigId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updatePublicConfigEntry: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a configuration entry: its name, for that of an application `{application_id}:{name}`. */
        config_id: components['parameters']['ConfigId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['PublicConfigUpdateBody'];
        'application/json': components['schemas']['PublicConfigUpdateBody'];
      };
    };
    responses: {
      /** @description The entry after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PublicConfigResponse'];
          'application/json': components['schemas']['PublicConfigResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listAuthProviders: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only those that are enabled, or that are not. */
        'filter[enabled]'?: components['parameters']['FilterEnabled'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of providers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AuthProvidersListResponse'];
          'application/json': components['schemas']['AuthProvidersListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createAuthProvider: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['AuthProvidersCreateBody'];
        'application/json': components['schemas']['AuthProvidersCreateBody'];
      };
    };
    responses: {
      /** @description The new provider. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AuthProvidersResponse'];
          'application/json': components['schemas']['AuthProvidersResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getAuthProvider: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id or name of a provider. */
        auth_provider_id: components['parameters']['AuthProviderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The provider. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AuthProvidersResponse'];
          'application/json': components['schemas']['AuthProvidersResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteAuthProvider: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of a provider. */
        auth_provider_id: components['parameters']['AuthProviderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateAuthProvider: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of a provider. */
        auth_provider_id: components['parameters']['AuthProviderId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['AuthProvidersUpdateBody'];
        'application/json': components['schemas']['AuthProvidersUpdateBody'];
      };
    };
    responses: {
      /** @description The provider after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AuthProvidersResponse'];
          'application/json': components['schemas']['AuthProvidersResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listExternalAuth: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only accounts of the user with this id. */
        'filter[user]'?: components['parameters']['FilterUser'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of accounts. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ExternalAuthListResponse'];
          'application/json': components['schemas']['ExternalAuthListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createExternalAuth: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ExternalAuthCreateBody'];
        'application/json': components['schemas']['ExternalAuthCreateBody'];
      };
    };
    responses: {
      /** @description The new account. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ExternalAuthResponse'];
          'application/json': components['schemas']['ExternalAuthResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getExternalAuth: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id of an account at a provider. */
        external_auth_id: components['parameters']['ExternalAuthId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The account. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ExternalAuthResponse'];
          'application/json': components['schemas']['ExternalAuthResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteExternalAuth: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of an account at a provider. */
        external_auth_id: components['parameters']['ExternalAuthId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateExternalAuth: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of an account at a provider. */
        external_auth_id: components['parameters']['ExternalAuthId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ExternalAuthUpdateBody'];
        'application/json': components['schemas']['ExternalAuthUpdateBody'];
      };
    };
    responses: {
      /** @description The account after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ExternalAuthResponse'];
          'application/json': components['schemas']['ExternalAuthResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listAsyncJobs: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only jobs that can be worked on now; takes no value. */
        'filter[pending]'?: components['parameters']['FilterPending'];
        /** @description Only jobs without attempts left, or expired; takes no value. */
        'filter[failed]'?: components['parameters']['FilterFailed'];
        /** @description Only jobs that are done; takes no value. */
        'filter[completed]'?: components['parameters']['FilterCompleted'];
        /** @description Only jobs that are not done; takes no value. */
        'filter[incomplete]'?: components['parameters']['FilterIncomplete'];
        /** @description Only pending jobs of at least this priority. */
        'filter[priority][priority]'?: components['parameters']['FilterMinPriority'];
        /** @description Only pending jobs of this service. */
        'filter[priority][service]'?: components['parameters']['FilterPriorityService'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of jobs. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AsyncJobsListResponse'];
          'application/json': components['schemas']['AsyncJobsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createAsyncJob: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['AsyncJobsCreateBody'];
        'application/json': components['schemas']['AsyncJobsCreateBody'];
      };
    };
    responses: {
      /** @description The new job. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AsyncJobsResponse'];
          'application/json': components['schemas']['AsyncJobsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getAsyncJob: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id of a job, a UUID. */
        async_job_id: components['parameters']['AsyncJobId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AsyncJobsResponse'];
          'application/json': components['schemas']['AsyncJobsResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteAsyncJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a job, a UUID. */
        async_job_id: components['parameters']['AsyncJobId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateAsyncJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a job, a UUID. */
        async_job_id: components['parameters']['AsyncJobId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['AsyncJobsUpdateBody'];
        'application/json': components['schemas']['AsyncJobsUpdateBody'];
      };
    };
    responses: {
      /** @description The job after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AsyncJobsResponse'];
          'application/json': components['schemas']['AsyncJobsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listPublicAsyncJobs: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only jobs that can be worked on now; takes no value. */
        'filter[pending]'?: components['parameters']['FilterPending'];
        /** @description Only jobs without attempts left, or expired; takes no value. */
        'filter[failed]'?: components['parameters']['FilterFailed'];
        /** @description Only jobs that are done; takes no value. */
        'filter[completed]'?: components['parameters']['FilterCompleted'];
        /** @description Only jobs that are not done; takes no value. */
        'filter[incomplete]'?: components['parameters']['FilterIncomplete'];
        /** @description Only pending jobs of at least this priority. */
        'filter[priority][priority]'?: components['parameters']['FilterMinPriority'];
        /** @description Only pending jobs of this service. */
        'filter[priority][service]'?: components['parameters']['FilterPriorityService'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of jobs. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AsyncJobsListResponse'];
          'application/json': components['schemas']['AsyncJobsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createPublicAsyncJob: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['AsyncJobsCreateBody'];
        'application/json': components['schemas']['AsyncJobsCreateBody'];
      };
    };
    responses: {
      /** @description The new job. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AsyncJobsResponse'];
          'application/json': components['schemas']['AsyncJobsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getPublicAsyncJob: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id of a job, a UUID. */
        async_job_id: components['parameters']['AsyncJobId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AsyncJobsResponse'];
          'application/json': components['schemas']['AsyncJobsResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listWebhooks: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only those that are enabled, or that are not. */
        'filter[enabled]'?: components['parameters']['FilterEnabled'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of webhooks. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['WebhooksListResponse'];
          'application/json': components['schemas']['WebhooksListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['WebhooksCreateBody'];
        'application/json': components['schemas']['WebhooksCreateBody'];
      };
    };
    responses: {
      /** @description The new webhook, with its secret. */
      201: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['WebhooksResponse'];
          'application/json': components['schemas']['WebhooksResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getWebhook: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id or name of a webhook. */
        webhook_id: components['parameters']['WebhookId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The webhook. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['WebhooksResponse'];
          'application/json': components['schemas']['WebhooksResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of a webhook. */
        webhook_id: components['parameters']['WebhookId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or name of a webhook. */
        webhook_id: components['parameters']['WebhookId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['WebhooksUpdateBody'];
        'application/json': components['schemas']['WebhooksUpdateBody'];
      };
    };
    responses: {
      /** @description The webhook after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['WebhooksResponse'];
          'application/json': components['schemas']['WebhooksResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  renewWebhookSecret: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id or name of a webhook. */
        webhook_id: components['parameters']['WebhookId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The webhook, with its new secret, which is not shown again. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['WebhooksResponse'];
          'application/json': components['schemas']['WebhooksResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      409: components['responses']['Conflict'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  checkWebhook: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id or name of a webhook. */
        webhook_id: components['parameters']['WebhookId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery, whether it has succeeded or not. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['WebhookDeliveriesResponse'];
          'application/json': components['schemas']['WebhookDeliveriesResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      409: components['responses']['Conflict'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replayWebhook: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id or name of a webhook. */
        webhook_id: components['parameters']['WebhookId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookReplayBody'];
      };
    };
    responses: {
      /** @description How many events will be sent. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['WebhookReplayResponse'];
          'application/json': components['schemas']['WebhookReplayResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of deliveries. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['WebhookDeliveriesListResponse'];
          'application/json': components['schemas']['WebhookDeliveriesListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getWebhookDelivery: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id of a delivery, which is that of its message (`webhook-id`). */
        webhook_delivery_id: components['parameters']['WebhookDeliveryId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['WebhookDeliveriesResponse'];
          'application/json': components['schemas']['WebhookDeliveriesResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getSystemInfo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Versions and use of memory. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['SystemInfoResponse'];
          'application/json': components['schemas']['SystemInfoResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listStreams: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only those of these objects, comma-separated ids. */
        'filter[object_id]'?: components['parameters']['FilterOfObject'];
        /** @description The same as `filter[object_id]`. */
        'filter[object]'?: components['parameters']['FilterOfObjectAlias'];
        /** @description Only those of objects of these types, comma-separated; an abstract type includes its descendants. */
        'filter[type]'?: components['parameters']['FilterTypeOfObject'];
        /** @description Just these streams: UUIDs, comma-separated, at most 100; `id[]=` for each is understood as well. */
        id?: components['parameters']['StreamIds'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of streams. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['StreamsListResponse'];
          'application/json': components['schemas']['StreamsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getStream: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id of a stream, a UUID. */
        stream_id: components['parameters']['StreamId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stream. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['StreamsResponse'];
          'application/json': components['schemas']['StreamsResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteStream: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a stream, a UUID. */
        stream_id: components['parameters']['StreamId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateStream: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a stream, a UUID. */
        stream_id: components['parameters']['StreamId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getStreamObject: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['Lang'];
      };
      header?: never;
      path: {
        /** @description Id of a stream, a UUID. */
        stream_id: components['parameters']['StreamId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The object, null when the stream belongs to none. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['StreamsObjectResponse'];
          'application/json': components['schemas']['StreamsObjectResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getStreamObjectLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a stream, a UUID. */
        stream_id: components['parameters']['StreamId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifier, null when the stream belongs to none. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkResponse'];
          'application/json': components['schemas']['LinkResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceStreamObject: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id of a stream, a UUID. */
        stream_id: components['parameters']['StreamId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['ToOneBody'];
        'application/json': components['schemas']['ToOneBody'];
      };
    };
    responses: {
      /** @description The stream is linked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createDirectUpload: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['DirectUploadsCreateBody'];
        'application/json': components['schemas']['DirectUploadsCreateBody'];
      };
    };
    responses: {
      /** @description Where the file is to be sent. */
      201: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['DirectUploadsResponse'];
          'application/json': components['schemas']['DirectUploadsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteDirectUpload: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a direct upload, a UUID. */
        direct_upload_id: components['parameters']['DirectUploadId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Cancelled; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      409: components['responses']['Conflict'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createDirectUploadStream: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id of a direct upload, a UUID. */
        direct_upload_id: components['parameters']['DirectUploadId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The new stream. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['StreamsResponse'];
          'application/json': components['schemas']['StreamsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      409: components['responses']['Conflict'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  uploadStream: {
    parameters: {
      query?: {
        /** @description Whether the file is for callers who are signed in only. */
        private_url?: components['parameters']['PrivateUrl'];
      };
      header?: {
        /** @description `base64` when the body is written so. */
        'Content-Transfer-Encoding'?: components['parameters']['ContentTransferEncoding'];
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Name of the file: at most 255 characters of any alphabet; no path, no control characters, and none that reorder text or are invisible. Other names are 400. */
        file_name: components['parameters']['FileName'];
      };
      cookie?: never;
    };
    requestBody: components['requestBodies']['FileBody'];
    responses: {
      /** @description The new stream. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['StreamsResponse'];
          'application/json': components['schemas']['StreamsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listThumbnails: {
    parameters: {
      query: {
        /** @description Ids, comma-separated, at most 500; `ids[]=` for each is understood as well. */
        ids: components['parameters']['Ids'];
        /** @description Thumbnails at most: of the first of `ids`. */
        page_size?: components['parameters']['thumbnail-parameters_PageSize'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Name of a preset: `default` (768 by 576 at most), `small` (130 by 85, cropped), or one of the configuration entry `Thumbnails.presets`. Without it, and without `options`, it is `default`. */
        preset?: components['parameters']['Preset'];
        /** @description What the thumbnail is to be like, such as `options[w]=200&options[fm]=webp`; only where the configuration entry `Thumbnails.allowAny` is true, and without `preset`. With one of `w` and `h` the other follows from the proportions. */
        options?: components['parameters']['Options'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The thumbnails, or why there are none. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ThumbnailsResponse'];
          'application/json': components['schemas']['ThumbnailsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getThumbnails: {
    parameters: {
      query?: {
        /** @description Not with an id in the path: 400. */
        ids?: components['parameters']['NoIds'];
        /** @description Name of a preset: `default` (768 by 576 at most), `small` (130 by 85, cropped), or one of the configuration entry `Thumbnails.presets`. Without it, and without `options`, it is `default`. */
        preset?: components['parameters']['Preset'];
        /** @description What the thumbnail is to be like, such as `options[w]=200&options[fm]=webp`; only where the configuration entry `Thumbnails.allowAny` is true, and without `preset`. With one of `w` and `h` the other follows from the proportions. */
        options?: components['parameters']['Options'];
      };
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The thumbnail, or why there is none. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ThumbnailsResponse'];
          'application/json': components['schemas']['ThumbnailsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  downloadThumbnail: {
    parameters: {
      query?: {
        /** @description Of a signed address: until when it is good, in seconds since 1970. */
        expires?: components['parameters']['Expires'];
        /** @description Of a signed address, such as `meta.url` of a stream may be: lets in without a token. */
        signature?: components['parameters']['Signature'];
      };
      header?: {
        /** @description The requested part, such as `bytes=0-1023` or `bytes=-500`. Several ranges, and an invalid range, are ignored: the response is the whole file. */
        Range?: components['parameters']['Range'];
        /** @description The part only if the file is still the one of this `ETag` or `Last-Modified`; else the whole file. */
        'If-Range'?: components['parameters']['IfRange'];
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Respond with 304 without a body if the file has not changed since; without `If-None-Match` only. */
        'If-Modified-Since'?: components['parameters']['IfModifiedSince'];
        /** @description Respond with 412 unless the file has one of these ETags. */
        'If-Match'?: components['parameters']['IfMatchFile'];
        /** @description Respond with 412 if the file has changed since; without `If-Match` only. */
        'If-Unmodified-Since'?: components['parameters']['IfUnmodifiedSince'];
      };
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of the file: at most 255 characters of any alphabet; no path, no control characters, and none that reorder text or are invisible. Other names are 400. */
        file_name: components['parameters']['FileName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['File'];
      206: components['responses']['Part'];
      304: components['responses']['FileNotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      412: components['responses']['FileChanged'];
      416: components['responses']['RangeNotSatisfiable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  downloadStream: {
    parameters: {
      query?: {
        /** @description Of a signed address: until when it is good, in seconds since 1970. */
        expires?: components['parameters']['Expires'];
        /** @description Of a signed address, such as `meta.url` of a stream may be: lets in without a token. */
        signature?: components['parameters']['Signature'];
        /** @description Whether the response may be a redirect to the storage of the file, where the service allows it. */
        redirect?: components['parameters']['Redirect'];
      };
      header?: {
        /** @description The requested part, such as `bytes=0-1023` or `bytes=-500`. Several ranges, and an invalid range, are ignored: the response is the whole file. */
        Range?: components['parameters']['Range'];
        /** @description The part only if the file is still the one of this `ETag` or `Last-Modified`; else the whole file. */
        'If-Range'?: components['parameters']['IfRange'];
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Respond with 304 without a body if the file has not changed since; without `If-None-Match` only. */
        'If-Modified-Since'?: components['parameters']['IfModifiedSince'];
        /** @description Respond with 412 unless the file has one of these ETags. */
        'If-Match'?: components['parameters']['IfMatchFile'];
        /** @description Respond with 412 if the file has changed since; without `If-Match` only. */
        'If-Unmodified-Since'?: components['parameters']['IfUnmodifiedSince'];
      };
      path: {
        /** @description Id of a stream, a UUID. */
        stream_id: components['parameters']['StreamId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['File'];
      206: components['responses']['Part'];
      302: components['responses']['FileElsewhere'];
      304: components['responses']['FileNotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      412: components['responses']['FileChanged'];
      416: components['responses']['RangeNotSatisfiable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  cloneStream: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id of a stream, a UUID. */
        stream_id: components['parameters']['StreamId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The copy. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['StreamsResponse'];
          'application/json': components['schemas']['StreamsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      409: components['responses']['Conflict'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createStreamVersion: {
    parameters: {
      query?: {
        /** @description Whether the file is for callers who are signed in only. */
        private_url?: components['parameters']['PrivateUrl'];
      };
      header?: {
        /** @description `base64` when the body is written so. */
        'Content-Transfer-Encoding'?: components['parameters']['ContentTransferEncoding'];
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of the file: at most 255 characters of any alphabet; no path, no control characters, and none that reorder text or are invisible. Other names are 400. */
        file_name: components['parameters']['FileName'];
      };
      cookie?: never;
    };
    requestBody: components['requestBodies']['FileBody'];
    responses: {
      /** @description The new version. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['StreamsResponse'];
          'application/json': components['schemas']['StreamsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceStreamVersion: {
    parameters: {
      query?: {
        /** @description Whether the file is for callers who are signed in only. */
        private_url?: components['parameters']['PrivateUrl'];
      };
      header?: {
        /** @description `base64` when the body is written so. */
        'Content-Transfer-Encoding'?: components['parameters']['ContentTransferEncoding'];
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of the file: at most 255 characters of any alphabet; no path, no control characters, and none that reorder text or are invisible. Other names are 400. */
        file_name: components['parameters']['FileName'];
      };
      cookie?: never;
    };
    requestBody: components['requestBodies']['FileBody'];
    responses: {
      /** @description The latest version after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['StreamsResponse'];
          'application/json': components['schemas']['StreamsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getObject: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description `1` or `true` includes who created and who last changed each object, as `include=created_by_user,modified_by_user` does. */
        saved_by_refs?: components['parameters']['SavedByReferences'];
        /** @description Relationships whose number of related objects is shown in `relationships.{name}.meta.count`, comma-separated, or `all`. */
        count?: components['parameters']['Count'];
        /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`, as a code of two letters. In the legacy envelope it stands in place of the texts, and the code may have three letters. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['LangOfEither'];
        /** @description Relations whose first objects come along, as `name|number` with commas, such as `poster|1`; one of each where no number stands. `(1 + sum of all numbers)` is 100 at most, in a list of all objects times `page_size`. In the legacy envelope only. */
        'embed[relations]'?: components['parameters']['EmbedRelations'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The object, with the attributes of its type. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['AnyObjectResponse'];
          'application/json': components['schemas']['LegacyObjectResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteObject: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In the trash; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listLegacyChildren: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured, 500 at most) it is refused. */
        page_size?: components['parameters']['LegacyPageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['LegacyPageSizeAlias'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['LegacyLimit'];
        /** @description Types, comma-separated, in the singular; the plural is understood too. In the legacy envelope only. */
        'filter[object_type]'?: components['parameters']['LegacyObjectType'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description With `1`, `filter[query]` is a literal text within title, nickname or description, in any letter case, instead of a search for words. In the legacy envelope only. */
        'filter[substring]'?: components['parameters']['LegacySubstring'];
        /** @description Relations whose first objects come along, as `name|number` with commas, such as `poster|1`; one of each where no number stands. `(1 + sum of all numbers)` is 100 at most, in a list of all objects times `page_size`. In the legacy envelope only. */
        'embed[relations]'?: components['parameters']['EmbedRelations'];
        /** @description Language whose translation stands in place of the texts of each object that has one, as a code of two or three letters. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['LegacyLang'];
      };
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of children. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyObjectsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  addObjectChildren: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LegacyChildrenBody'];
      };
    };
    responses: {
      /** @description All were there already. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyChildrenResponse'];
        };
      };
      /** @description Some are new. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyChildrenResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getLegacyChild: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Id of an object. */
        child_id: components['parameters']['ChildId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The place. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyChildDetailResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceObjectChild: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Id of an object. */
        child_id: components['parameters']['ChildId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LegacyChildBody'];
      };
    };
    responses: {
      /** @description As it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyChildResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeObjectChild: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Id of an object. */
        child_id: components['parameters']['ChildId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Removed; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listLegacySections: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured, 500 at most) it is refused. */
        page_size?: components['parameters']['LegacyPageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['LegacyPageSizeAlias'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['LegacyLimit'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description With `1`, `filter[query]` is a literal text within title, nickname or description, in any letter case, instead of a search for words. In the legacy envelope only. */
        'filter[substring]'?: components['parameters']['LegacySubstring'];
        /** @description Relations whose first objects come along, as `name|number` with commas, such as `poster|1`; one of each where no number stands. `(1 + sum of all numbers)` is 100 at most, in a list of all objects times `page_size`. In the legacy envelope only. */
        'embed[relations]'?: components['parameters']['EmbedRelations'];
        /** @description Language whose translation stands in place of the texts of each object that has one, as a code of two or three letters. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['LegacyLang'];
      };
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of sections. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyObjectsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listLegacyContents: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured, 500 at most) it is refused. */
        page_size?: components['parameters']['LegacyPageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['LegacyPageSizeAlias'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['LegacyLimit'];
        /** @description Types, comma-separated, in the singular; the plural is understood too. In the legacy envelope only. */
        'filter[object_type]'?: components['parameters']['LegacyObjectType'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description With `1`, `filter[query]` is a literal text within title, nickname or description, in any letter case, instead of a search for words. In the legacy envelope only. */
        'filter[substring]'?: components['parameters']['LegacySubstring'];
        /** @description Relations whose first objects come along, as `name|number` with commas, such as `poster|1`; one of each where no number stands. `(1 + sum of all numbers)` is 100 at most, in a list of all objects times `page_size`. In the legacy envelope only. */
        'embed[relations]'?: components['parameters']['EmbedRelations'];
        /** @description Language whose translation stands in place of the texts of each object that has one, as a code of two or three letters. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['LegacyLang'];
      };
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of contents. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyObjectsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listLegacyDescendants: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured, 500 at most) it is refused. */
        page_size?: components['parameters']['LegacyPageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['LegacyPageSizeAlias'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['LegacyLimit'];
        /** @description Types, comma-separated, in the singular; the plural is understood too. In the legacy envelope only. */
        'filter[object_type]'?: components['parameters']['LegacyObjectType'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description With `1`, `filter[query]` is a literal text within title, nickname or description, in any letter case, instead of a search for words. In the legacy envelope only. */
        'filter[substring]'?: components['parameters']['LegacySubstring'];
        /** @description Relations whose first objects come along, as `name|number` with commas, such as `poster|1`; one of each where no number stands. `(1 + sum of all numbers)` is 100 at most, in a list of all objects times `page_size`. In the legacy envelope only. */
        'embed[relations]'?: components['parameters']['EmbedRelations'];
        /** @description Language whose translation stands in place of the texts of each object that has one, as a code of two or three letters. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['LegacyLang'];
      };
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of descendants. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyObjectsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listLegacySiblings: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured, 500 at most) it is refused. */
        page_size?: components['parameters']['LegacyPageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['LegacyPageSizeAlias'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['LegacyLimit'];
        /** @description Types, comma-separated, in the singular; the plural is understood too. In the legacy envelope only. */
        'filter[object_type]'?: components['parameters']['LegacyObjectType'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description With `1`, `filter[query]` is a literal text within title, nickname or description, in any letter case, instead of a search for words. In the legacy envelope only. */
        'filter[substring]'?: components['parameters']['LegacySubstring'];
        /** @description Relations whose first objects come along, as `name|number` with commas, such as `poster|1`; one of each where no number stands. `(1 + sum of all numbers)` is 100 at most, in a list of all objects times `page_size`. In the legacy envelope only. */
        'embed[relations]'?: components['parameters']['EmbedRelations'];
        /** @description Language whose translation stands in place of the texts of each object that has one, as a code of two or three letters. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['LegacyLang'];
      };
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of siblings. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyObjectsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listLegacyRelations: {
    parameters: {
      query?: {
        /** @description Types, comma-separated, in the singular; the plural is understood too. In the legacy envelope only. */
        'filter[object_type]'?: components['parameters']['LegacyObjectType'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description With `1`, `filter[query]` is a literal text within title, nickname or description, in any letter case, instead of a search for words. In the legacy envelope only. */
        'filter[substring]'?: components['parameters']['LegacySubstring'];
      };
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Relations by name. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyRelationsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listLegacyRelated: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured, 500 at most) it is refused. */
        page_size?: components['parameters']['LegacyPageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['LegacyPageSizeAlias'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['LegacyLimit'];
        /** @description Types, comma-separated, in the singular; the plural is understood too. In the legacy envelope only. */
        'filter[object_type]'?: components['parameters']['LegacyObjectType'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description With `1`, `filter[query]` is a literal text within title, nickname or description, in any letter case, instead of a search for words. In the legacy envelope only. */
        'filter[substring]'?: components['parameters']['LegacySubstring'];
        /** @description Relations whose first objects come along, as `name|number` with commas, such as `poster|1`; one of each where no number stands. `(1 + sum of all numbers)` is 100 at most, in a list of all objects times `page_size`. In the legacy envelope only. */
        'embed[relations]'?: components['parameters']['EmbedRelations'];
        /** @description Language whose translation stands in place of the texts of each object that has one, as a code of two or three letters. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['LegacyLang'];
      };
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of related objects. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyObjectsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  addObjectRelations: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LegacyLinksBody'];
      };
    };
    responses: {
      /** @description All were related already. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyLinksResponse'];
        };
      };
      /** @description Some are new. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyLinksResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getLegacyRelated: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
        /** @description Id of an object. */
        related_id: components['parameters']['RelatedId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Priority and parameters. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyRelationDetailResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceObjectRelation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
        /** @description Id of an object. */
        related_id: components['parameters']['RelatedId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LegacyLinkBody'];
      };
    };
    responses: {
      /** @description As it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegacyLinkResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeObjectRelation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
        /** @description Id of an object. */
        related_id: components['parameters']['RelatedId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Removed; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listObjectRelated: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only objects in these states, comma-separated: on, draft, off. */
        'filter[status]'?: components['parameters']['FilterStatus'];
        /** @description Only objects in this state or a more public one. */
        'filter[status_level]'?: components['parameters']['FilterStatusLevel'];
        /** @description Only objects that the caller created; takes no value. */
        'filter[mine]'?: components['parameters']['FilterMine'];
        /** @description The object with this id or uname. */
        'filter[uname_id]'?: components['parameters']['FilterUnameId'];
        /** @description Only objects of these types, comma-separated; an abstract type includes its descendants. */
        'filter[type]'?: components['parameters']['FilterType'];
        /** @description Only objects in any of these categories, comma-separated names. */
        'filter[categories]'?: components['parameters']['FilterCategories'];
        /** @description Only objects with any of these tags, comma-separated names. */
        'filter[tags]'?: components['parameters']['FilterTags'];
        /** @description Only objects with a date range that ends at or after this date. */
        'filter[date_ranges][from_date]'?: components['parameters']['FilterDateFrom'];
        /** @description Only objects with a date range that starts at or before this date. */
        'filter[date_ranges][to_date]'?: components['parameters']['FilterDateTo'];
        /** @description Latitude and longitude, comma-separated; nearest first, with `meta.extra.distance` in metres. */
        'filter[geo][center]'?: components['parameters']['FilterGeoCenter'];
        /** @description Only objects within this many metres of the centre. */
        'filter[geo][radius]'?: components['parameters']['FilterGeoRadius'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description Relationships whose number of related objects is shown in `relationships.{name}.meta.count`, comma-separated, or `all`. */
        count?: components['parameters']['Count'];
        /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['Lang'];
      };
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of related objects. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RelatedObjectsListResponse'];
          'application/json': components['schemas']['RelatedObjectsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listObjectRelatedLinks: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only objects in these states, comma-separated: on, draft, off. */
        'filter[status]'?: components['parameters']['FilterStatus'];
        /** @description Only objects in this state or a more public one. */
        'filter[status_level]'?: components['parameters']['FilterStatusLevel'];
        /** @description Only objects that the caller created; takes no value. */
        'filter[mine]'?: components['parameters']['FilterMine'];
        /** @description The object with this id or uname. */
        'filter[uname_id]'?: components['parameters']['FilterUnameId'];
        /** @description Only objects of these types, comma-separated; an abstract type includes its descendants. */
        'filter[type]'?: components['parameters']['FilterType'];
        /** @description Only objects in any of these categories, comma-separated names. */
        'filter[categories]'?: components['parameters']['FilterCategories'];
        /** @description Only objects with any of these tags, comma-separated names. */
        'filter[tags]'?: components['parameters']['FilterTags'];
        /** @description Only objects with a date range that ends at or after this date. */
        'filter[date_ranges][from_date]'?: components['parameters']['FilterDateFrom'];
        /** @description Only objects with a date range that starts at or before this date. */
        'filter[date_ranges][to_date]'?: components['parameters']['FilterDateTo'];
        /** @description Latitude and longitude, comma-separated; nearest first, with `meta.extra.distance` in metres. */
        'filter[geo][center]'?: components['parameters']['FilterGeoCenter'];
        /** @description Only objects within this many metres of the centre. */
        'filter[geo][radius]'?: components['parameters']['FilterGeoRadius'];
      };
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RelatedLinkListResponse'];
          'application/json': components['schemas']['RelatedLinkListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTypedObjects: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only objects in these states, comma-separated: on, draft, off. */
        'filter[status]'?: components['parameters']['FilterStatus'];
        /** @description Only objects in this state or a more public one. */
        'filter[status_level]'?: components['parameters']['FilterStatusLevel'];
        /** @description Only objects that the caller created; takes no value. */
        'filter[mine]'?: components['parameters']['FilterMine'];
        /** @description The object with this id or uname. */
        'filter[uname_id]'?: components['parameters']['FilterUnameId'];
        /** @description Only objects of these types, comma-separated; an abstract type includes its descendants. */
        'filter[type]'?: components['parameters']['FilterType'];
        /** @description Only objects in this folder, by id or uname; in their order there unless a sort is given. */
        'filter[parent]'?: components['parameters']['FilterParent'];
        /** @description Only objects below this folder at any depth, by id or uname. */
        'filter[ancestor]'?: components['parameters']['FilterAncestor'];
        /** @description Only objects in any of these categories, comma-separated names. */
        'filter[categories]'?: components['parameters']['FilterCategories'];
        /** @description Only objects with any of these tags, comma-separated names. */
        'filter[tags]'?: components['parameters']['FilterTags'];
        /** @description Only objects with a date range that ends at or after this date. */
        'filter[date_ranges][from_date]'?: components['parameters']['FilterDateFrom'];
        /** @description Only objects with a date range that starts at or before this date. */
        'filter[date_ranges][to_date]'?: components['parameters']['FilterDateTo'];
        /** @description Latitude and longitude, comma-separated; nearest first, with `meta.extra.distance` in metres. */
        'filter[geo][center]'?: components['parameters']['FilterGeoCenter'];
        /** @description Only objects within this many metres of the centre. */
        'filter[geo][radius]'?: components['parameters']['FilterGeoRadius'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description `1` or `true` includes who created and who last changed each object, as `include=created_by_user,modified_by_user` does. */
        saved_by_refs?: components['parameters']['SavedByReferences'];
        /** @description Relationships whose number of related objects is shown in `relationships.{name}.meta.count`, comma-separated, or `all`. */
        count?: components['parameters']['Count'];
        /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['Lang'];
      };
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of objects. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TypedObjectsListResponse'];
          'application/json': components['schemas']['TypedObjectsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createTypedObject: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['TypedObjectsCreateBody'];
        'application/json': components['schemas']['TypedObjectsCreateBody'];
      };
    };
    responses: {
      /** @description The new object. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TypedObjectsResponse'];
          'application/json': components['schemas']['TypedObjectsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteTypedObjects: {
    parameters: {
      query: {
        /** @description Ids, comma-separated, at most 500; `ids[]=` for each is understood as well. */
        ids: components['parameters']['Ids'];
      };
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In the trash; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTypedObject: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description `1` or `true` includes who created and who last changed each object, as `include=created_by_user,modified_by_user` does. */
        saved_by_refs?: components['parameters']['SavedByReferences'];
        /** @description Relationships whose number of related objects is shown in `relationships.{name}.meta.count`, comma-separated, or `all`. */
        count?: components['parameters']['Count'];
        /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['Lang'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The object. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TypedObjectsResponse'];
          'application/json': components['schemas']['TypedObjectsResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteTypedObject: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In the trash; no body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateTypedObject: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['TypedObjectsUpdateBody'];
        'application/json': components['schemas']['TypedObjectsUpdateBody'];
      };
    };
    responses: {
      /** @description The object after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TypedObjectsResponse'];
          'application/json': components['schemas']['TypedObjectsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  uploadTypedObject: {
    parameters: {
      query?: {
        /** @description Whether the file is for callers who are signed in only. */
        private_url?: components['parameters']['PrivateUrl'];
      };
      header?: {
        /** @description `base64` when the body is written so. */
        'Content-Transfer-Encoding'?: components['parameters']['ContentTransferEncoding'];
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Name of the file: at most 255 characters of any alphabet; no path, no control characters, and none that reorder text or are invisible. Other names are 400. */
        file_name: components['parameters']['FileName'];
      };
      cookie?: never;
    };
    requestBody: components['requestBodies']['FileBody'];
    responses: {
      /** @description The new object. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TypedObjectsResponse'];
          'application/json': components['schemas']['TypedObjectsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTypedObjectTranslations: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only those in these languages, comma-separated. */
        'filter[lang]'?: components['parameters']['FilterLang'];
        /** @description Only objects in these states, comma-separated: on, draft, off. */
        'filter[status]'?: components['parameters']['FilterStatus'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of translations. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TranslationsListResponse'];
          'application/json': components['schemas']['TranslationsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTypedObjectTranslationLinks: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkListResponse'];
          'application/json': components['schemas']['LinkListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTypedObjectStreams: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
      };
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of streams, the latest version first unless `sort` says otherwise. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['StreamsListResponse'];
          'application/json': components['schemas']['StreamsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTypedObjectStreamLinks: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkListResponse'];
          'application/json': components['schemas']['LinkListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  addTypedObjectStreams: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['StreamLinksBody'];
        'application/json': components['schemas']['StreamLinksBody'];
      };
    };
    responses: {
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeTypedObjectStreams: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['StreamLinksBody'];
        'application/json': components['schemas']['StreamLinksBody'];
      };
    };
    responses: {
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceTypedObjectStreams: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['StreamLinksBody'];
        'application/json': components['schemas']['StreamLinksBody'];
      };
    };
    responses: {
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTypedObjectCreatedByUser: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The user, or null. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ObjectUserResponse'];
          'application/json': components['schemas']['ObjectUserResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTypedObjectCreatedByUserLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The identifier of the user, or null. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkResponse'];
          'application/json': components['schemas']['LinkResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTypedObjectModifiedByUser: {
    parameters: {
      query?: {
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
      };
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The user, or null. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['ObjectUserResponse'];
          'application/json': components['schemas']['ObjectUserResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTypedObjectModifiedByUserLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The identifier of the user, or null. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinkResponse'];
          'application/json': components['schemas']['LinkResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTypedObjectVersions: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description `number`, or `-number` for the newest first. */
        sort?: components['parameters']['SortVersions'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Only these versions, comma-separated numbers; `filter[number][gt]` and the other operators are known as well, and the same of `created`. */
        'filter[number]'?: components['parameters']['FilterVersionNumber'];
        /** @description Only those of these users, comma-separated ids. */
        'filter[user_id]'?: components['parameters']['FilterUserId'];
        /** @description Only these actions, comma-separated: create, update, trash, restore, remove. */
        'filter[user_action]'?: components['parameters']['FilterUserAction'];
      };
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of versions. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TypedObjectsVersionListResponse'];
          'application/json': components['schemas']['TypedObjectsVersionListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTypedObjectVersion: {
    parameters: {
      query?: {
        /** @description Number of another version of the object, whose values come along where they differ. */
        compare?: components['parameters']['CompareVersion'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
      };
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Number of a version of the object. */
        version_number: components['parameters']['VersionNumber'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The version. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TypedObjectsVersionResponse'];
          'application/json': components['schemas']['TypedObjectsVersionResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  restoreTypedObjectVersion: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Number of a version of the object. */
        version_number: components['parameters']['VersionNumber'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/vnd.api+json': components['schemas']['TypedObjectsVersionRestoreBody'];
        'application/json': components['schemas']['TypedObjectsVersionRestoreBody'];
      };
    };
    responses: {
      /** @description The object after the change. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TypedObjectsResponse'];
          'application/json': components['schemas']['TypedObjectsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTypedObjectRelated: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only objects in these states, comma-separated: on, draft, off. */
        'filter[status]'?: components['parameters']['FilterStatus'];
        /** @description Only objects in this state or a more public one. */
        'filter[status_level]'?: components['parameters']['FilterStatusLevel'];
        /** @description Only objects that the caller created; takes no value. */
        'filter[mine]'?: components['parameters']['FilterMine'];
        /** @description The object with this id or uname. */
        'filter[uname_id]'?: components['parameters']['FilterUnameId'];
        /** @description Only objects of these types, comma-separated; an abstract type includes its descendants. */
        'filter[type]'?: components['parameters']['FilterType'];
        /** @description Only objects in any of these categories, comma-separated names. */
        'filter[categories]'?: components['parameters']['FilterCategories'];
        /** @description Only objects with any of these tags, comma-separated names. */
        'filter[tags]'?: components['parameters']['FilterTags'];
        /** @description Only objects with a date range that ends at or after this date. */
        'filter[date_ranges][from_date]'?: components['parameters']['FilterDateFrom'];
        /** @description Only objects with a date range that starts at or before this date. */
        'filter[date_ranges][to_date]'?: components['parameters']['FilterDateTo'];
        /** @description Latitude and longitude, comma-separated; nearest first, with `meta.extra.distance` in metres. */
        'filter[geo][center]'?: components['parameters']['FilterGeoCenter'];
        /** @description Only objects within this many metres of the centre. */
        'filter[geo][radius]'?: components['parameters']['FilterGeoRadius'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description Relationships whose number of related objects is shown in `relationships.{name}.meta.count`, comma-separated, or `all`. */
        count?: components['parameters']['Count'];
        /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['Lang'];
      };
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of related objects. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RelatedObjectsListResponse'];
          'application/json': components['schemas']['RelatedObjectsListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTypedObjectRelatedLinks: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only objects in these states, comma-separated: on, draft, off. */
        'filter[status]'?: components['parameters']['FilterStatus'];
        /** @description Only objects in this state or a more public one. */
        'filter[status_level]'?: components['parameters']['FilterStatusLevel'];
        /** @description Only objects that the caller created; takes no value. */
        'filter[mine]'?: components['parameters']['FilterMine'];
        /** @description The object with this id or uname. */
        'filter[uname_id]'?: components['parameters']['FilterUnameId'];
        /** @description Only objects of these types, comma-separated; an abstract type includes its descendants. */
        'filter[type]'?: components['parameters']['FilterType'];
        /** @description Only objects in any of these categories, comma-separated names. */
        'filter[categories]'?: components['parameters']['FilterCategories'];
        /** @description Only objects with any of these tags, comma-separated names. */
        'filter[tags]'?: components['parameters']['FilterTags'];
        /** @description Only objects with a date range that ends at or after this date. */
        'filter[date_ranges][from_date]'?: components['parameters']['FilterDateFrom'];
        /** @description Only objects with a date range that starts at or before this date. */
        'filter[date_ranges][to_date]'?: components['parameters']['FilterDateTo'];
        /** @description Latitude and longitude, comma-separated; nearest first, with `meta.extra.distance` in metres. */
        'filter[geo][center]'?: components['parameters']['FilterGeoCenter'];
        /** @description Only objects within this many metres of the centre. */
        'filter[geo][radius]'?: components['parameters']['FilterGeoRadius'];
      };
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RelatedLinkListResponse'];
          'application/json': components['schemas']['RelatedLinkListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  addTypedObjectRelated: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['RelatedLinksBody'];
        'application/json': components['schemas']['RelatedLinksBody'];
      };
    };
    responses: {
      /** @description The links that have changed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RelatedLinksResponse'];
          'application/json': components['schemas']['RelatedLinksResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeTypedObjectRelated: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['RelatedLinksBody'];
        'application/json': components['schemas']['RelatedLinksBody'];
      };
    };
    responses: {
      /** @description The links that have changed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RelatedLinksResponse'];
          'application/json': components['schemas']['RelatedLinksResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceTypedObjectRelated: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
        /** @description Name of a relation, as seen from the object. */
        relation_name: components['parameters']['RelationName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['RelatedLinksBody'];
        'application/json': components['schemas']['RelatedLinksBody'];
      };
    };
    responses: {
      /** @description The links that have changed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['RelatedLinksResponse'];
          'application/json': components['schemas']['RelatedLinksResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  cloneTypedObject: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/vnd.api+json': components['schemas']['TypedObjectsCloneBody'];
        'application/json': components['schemas']['TypedObjectsCloneBody'];
      };
    };
    responses: {
      /** @description The new object. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['TypedObjectsResponse'];
          'application/json': components['schemas']['TypedObjectsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTypedObjectParents: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only objects in these states, comma-separated: on, draft, off. */
        'filter[status]'?: components['parameters']['FilterStatus'];
        /** @description Only objects in this state or a more public one. */
        'filter[status_level]'?: components['parameters']['FilterStatusLevel'];
        /** @description Only objects that the caller created; takes no value. */
        'filter[mine]'?: components['parameters']['FilterMine'];
        /** @description The object with this id or uname. */
        'filter[uname_id]'?: components['parameters']['FilterUnameId'];
        /** @description Only objects in this folder, by id or uname; in their order there unless a sort is given. */
        'filter[parent]'?: components['parameters']['FilterParent'];
        /** @description Only objects below this folder at any depth, by id or uname. */
        'filter[ancestor]'?: components['parameters']['FilterAncestor'];
        /** @description Only folders that are in no other; takes no value. In their order unless a sort is given. */
        'filter[roots]'?: components['parameters']['FilterRoots'];
        /** @description Relationships whose resources come along in `included`, comma-separated. */
        include?: components['parameters']['Include'];
        /** @description Language whose translation of each object comes along, in `relationships.translations.data` and in `included`. A region is ignored: `en_EN` is `en`. */
        lang?: components['parameters']['Lang'];
        /** @description Relationships whose number of related objects is shown in `relationships.{name}.meta.count`, comma-separated, or `all`. */
        count?: components['parameters']['Count'];
      };
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of folders. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['FoldersListResponse'];
          'application/json': components['schemas']['FoldersListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTypedObjectParentLinks: {
    parameters: {
      query?: {
        /** @description Page to read, from 1; past the last one is 404. */
        page?: components['parameters']['Page'];
        /** @description Items per page; above the maximum (100 unless configured) it is capped, see `meta.pagination.page_size`. */
        page_size?: components['parameters']['PageSize'];
        /** @description The same as `page`, as ordinary JSON:API clients send it. */
        'page[number]'?: components['parameters']['PageNumber'];
        /** @description The same as `page_size`. */
        'page[size]'?: components['parameters']['PageSizeAlias'];
        /** @description A cursor instead of a page number: the page begins after the item of the cursor. Empty for the first page; `links.next` has the next cursor. Items that are added or removed between two requests do not shift other items, and each page costs the same at any position in the list. Lists by relevance or distance have page numbers only. */
        'page[after]'?: components['parameters']['PageAfter'];
        /** @description A cursor as in `page[after]`: the page ends before the item that it names. Empty for the last page; `links.prev` has the one to go on with. */
        'page[before]'?: components['parameters']['PageBefore'];
        /** @description `exact`, the default, counts all items. `bounded` counts them up to a limit of the deployment, which is in `meta.pagination` with whether the count is exact: a list of many items is not counted to its end. A search that finds more than the limit is then in the order of the index: the best matches first for one word, and in no particular order for several. `none` leaves the number of all items out. */
        'page[total]'?: components['parameters']['PageTotal'];
        /** @description The same as `page_size`. */
        limit?: components['parameters']['Limit'];
        /** @description Fields to sort by, comma-separated, `-` before one for descending order; attributes, and the dates and ids in meta. */
        sort?: components['parameters']['Sort'];
        /** @description Attributes and meta members to show, comma-separated, for resources of every type. */
        fields?: components['parameters']['Fields'];
        /** @description The same for one type; write the name of the type for `type`, as in `fields[documents]=title`. */
        'fields[type]'?: components['parameters']['FieldsOfType'];
        /** @description Conditions that all must hold: `filter[field]=value` (several values with commas), `filter[field][operator]=value` with eq, ne, lt, lte, gt, gte, in, nin, null, like. Lists of objects know `filter[relation.field]` as well, with the same values and operators: objects that are related to one that meets all conditions of that relation. A list that reads no index for a field names the field in the header `Server-Timing`. */
        filter?: components['parameters']['Filter'];
        /** @description Text to search for; every word must match, accents and case do not count, a quoted phrase is exact. */
        'filter[query]'?: components['parameters']['FilterQuery'];
        /** @description The same as `filter[query]`. */
        q?: components['parameters']['Query'];
        /** @description Only objects in these states, comma-separated: on, draft, off. */
        'filter[status]'?: components['parameters']['FilterStatus'];
        /** @description Only objects in this state or a more public one. */
        'filter[status_level]'?: components['parameters']['FilterStatusLevel'];
        /** @description Only objects that the caller created; takes no value. */
        'filter[mine]'?: components['parameters']['FilterMine'];
        /** @description The object with this id or uname. */
        'filter[uname_id]'?: components['parameters']['FilterUnameId'];
        /** @description Only objects in this folder, by id or uname; in their order there unless a sort is given. */
        'filter[parent]'?: components['parameters']['FilterParent'];
        /** @description Only objects below this folder at any depth, by id or uname. */
        'filter[ancestor]'?: components['parameters']['FilterAncestor'];
        /** @description Only folders that are in no other; takes no value. In their order unless a sort is given. */
        'filter[roots]'?: components['parameters']['FilterRoots'];
      };
      header?: never;
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resource identifiers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['PlaceLinkListResponse'];
          'application/json': components['schemas']['PlaceLinkListResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  addTypedObjectParents: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['PlacesBody'];
        'application/json': components['schemas']['PlacesBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeTypedObjectParents: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['PlacesBody'];
        'application/json': components['schemas']['PlacesBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceTypedObjectParents: {
    parameters: {
      query?: never;
      header?: {
        /** @description Change only if the resource is in the state that this ETag names (412 otherwise). */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description Plural name of an object type. */
        object_type_name: components['parameters']['ObjectTypeName'];
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/vnd.api+json': components['schemas']['PlacesBody'];
        'application/json': components['schemas']['PlacesBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/vnd.api+json': components['schemas']['LinksOnlyResponse'];
          'application/json': components['schemas']['LinksOnlyResponse'];
        };
      };
      /** @description Nothing changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getSchema: {
    parameters: {
      query?: never;
      header?: {
        /** @description Respond with 304 without a body if the resource is in the state that this ETag names. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Name of an object type, or `applications`, `roles` or `streams`. */
        type_name: components['parameters']['SchemaTypeName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The schema. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/schema+json': components['schemas']['SchemaResponse'];
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getProject: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The model. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProjectResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  uploadLegacyFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description `base64` when the body is written so. */
        'Content-Transfer-Encoding'?: components['parameters']['ContentTransferEncoding'];
        /**
         * @description Identifies this request, so that a repetition does not do its work twice: for 24 hours the same request with the same key gets the same response, with `Idempotency-Replayed: true`. A string such as a new UUID, in quotes or not; keys of other callers are separate. 422 when the key came with another request, 409 while the first one is in progress.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Object type in the singular, such as `image`; the plural is understood too. */
        object_type: components['parameters']['LegacyTypeName'];
        /** @description Name of the file: at most 255 characters of any alphabet; no path, no control characters, and none that reorder text or are invisible. Other names are 400. */
        file_name: components['parameters']['FileName'];
      };
      cookie?: never;
    };
    requestBody: components['requestBodies']['FileBody'];
    responses: {
      /** @description The token for the new object. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UploadTokenEnvelope'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      411: components['responses']['LengthRequired'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['KeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getPoster: {
    parameters: {
      query?: {
        /** @description Pixels. Without a height that follows from the proportions; with both the picture is cropped; with neither it is 130 by 85. */
        width?: components['parameters']['PosterWidth'];
        /** @description Pixels, as `width`. */
        height?: components['parameters']['PosterHeight'];
        /** @description Known for older clients; it has no effect. */
        mode?: components['parameters']['PosterMode'];
      };
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The thumbnail. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PosterEnvelope'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listPosters: {
    parameters: {
      query: {
        /** @description Ids or unames, comma-separated, at most as many as a page has. */
        id: components['parameters']['PosterIds'];
        /** @description Pixels. Without a height that follows from the proportions; with both the picture is cropped; with neither it is 130 by 85. */
        width?: components['parameters']['PosterWidth'];
        /** @description Pixels, as `width`. */
        height?: components['parameters']['PosterHeight'];
        /** @description Known for older clients; it has no effect. */
        mode?: components['parameters']['PosterMode'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The thumbnails. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PostersEnvelope'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getPosterAlias: {
    parameters: {
      query?: {
        /** @description Pixels. Without a height that follows from the proportions; with both the picture is cropped; with neither it is 130 by 85. */
        width?: components['parameters']['PosterWidth'];
        /** @description Pixels, as `width`. */
        height?: components['parameters']['PosterHeight'];
        /** @description Known for older clients; it has no effect. */
        mode?: components['parameters']['PosterMode'];
      };
      header?: never;
      path: {
        /** @description Id or uname of an object. */
        object_id: components['parameters']['ObjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The thumbnail. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PosterAliasEnvelope'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The user. */
      200: {
        headers: {
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MeEnvelope'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
}
