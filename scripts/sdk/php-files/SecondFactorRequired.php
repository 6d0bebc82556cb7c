<?php

namespace Colophon;

/** The password is right, and a code is needed: `$service->finishSignIn($error->challenge(), code: ...)`, within five minutes. */
final class SecondFactorRequired extends ApiException
{
    public function challenge(): string
    {
        return json_decode($this->getResponseBody(), true)['error']['meta']['challenge'];
    }
}
