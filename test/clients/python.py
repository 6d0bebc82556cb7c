"""What jsonapi-client from PyPI makes of a service: prints one JSON object, with what each step gave, by its name.

Only its public interface is used, in its asynchronous mode: in the other one it takes every answer for JSON, and fails at
the 204 of a deletion.

Arguments: the base URL, a username and a password.
"""

import asyncio
import json
import sys

import aiohttp
from jsonapi_client import Filter, Inclusion, Modifier, Session
from jsonapi_client.exceptions import DocumentError

BASE, USERNAME, PASSWORD = sys.argv[1:]


async def sign_in(http):
    async with http.post(f"{BASE}/auth", json={"username": USERNAME, "password": PASSWORD}) as answer:
        return {"Authorization": f"Bearer {(await answer.json())['meta']['jwt']}"}


async def published_schema(http):
    """The attributes that the service publishes of its types, and the relation that is written here.

    Without what they may be: the client takes an attribute that is not given for null, and checks that too.
    """
    schemas = {}
    for name in ("documents", "images"):
        async with http.get(f"{BASE}/model/schema/{name}") as answer:
            published = json.loads(await answer.text())
        schemas[name] = {"type": "object", "properties": {attribute: {} for attribute in published["properties"]}}
    schemas["documents"]["properties"]["attach"] = {"relation": "to-many", "resource": ["images"]}
    return schemas


async def refusal(work):
    try:
        await work
    except DocumentError as error:
        return {"status": error.errors["status_code"], "message": str(error)}
    return None


async def titles(found):
    return [each["title"] async for each in found]


async def main():
    steps = {}
    async with aiohttp.ClientSession() as http:
        headers = await sign_in(http)
        schema = await published_schema(http)

    async with Session(BASE, enable_async=True, schema=schema, request_kwargs={"headers": headers}) as session:
        user = (await session.get("auth", "user")).resource
        steps["user"] = [user.type, user.username]

        forum = await session.create_and_commit("images", fields={"title": "The Forum", "status": "on"})
        tiber = await session.create_and_commit("images", fields={"title": "The Tiber", "status": "on"})
        fields = {"title": "Rome", "status": "on", "description": "A city", "attach": [forum.id]}
        rome = await session.create_and_commit("documents", fields=fields)
        steps["created"] = [rome.type, rome.title, rome["uname"]]
        for title in ("Oslo", "Porto", "Lyon", "Turin"):
            await session.create_and_commit("documents", fields={"title": title, "status": "on"})

    async with Session(BASE, enable_async=True, schema=schema, request_kwargs={"headers": headers}) as session:
        found = (await session.get("documents", "rome")).resource
        steps["read"] = [found.id == rome.id, found.title, found.description]
        found.title = "Roma"
        await found.commit()
        steps["changed"] = [found.title, found.description]

        found.relationships.attach.set([tiber.id, forum.id], "images")
        await found.commit()

    async with Session(BASE, enable_async=True, schema=schema, request_kwargs={"headers": headers}) as session:
        included = (await session.get("documents", Filter(title="Roma") + Inclusion("attach"))).resource
        await included.attach.fetch()
        steps["included"] = sorted(each.title for each in included.attach.resources)
        steps["related"] = sorted(await titles(session.iterate(f"documents/{rome.id}/attach")))
        included.relationships.attach.clear()
        await included.commit()
        session.invalidate()
        steps["removed"] = await titles(session.iterate(f"documents/{rome.id}/attach"))

        steps["sorted"] = await titles(session.iterate("documents", Modifier("sort=-title")))
        steps["filtered"] = await titles(session.iterate("documents", Filter(title="Oslo", status="on")))
        steps["like"] = await titles(session.iterate("documents", Filter("filter[title][like]=ro&sort=title")))
        steps["paged"] = await titles(session.iterate("documents", Modifier("sort=title&page[size]=2")))

        atlantis = await session.create_and_commit("documents", fields={"title": "Atlantis"})
        address = atlantis.id
        atlantis.delete()
        await atlantis.commit()
        # What the session has kept is not asked for again.
        session.invalidate()
        steps["deleted"] = await refusal(session.get("documents", address))

        steps["missing"] = await refusal(session.get("documents", "99999"))
        steps["unknown filter"] = await refusal(session.get("documents", Filter(height="3")))
        wrong = session.create("documents", fields={"title": "Rome", "uname": "123"})
        steps["wrong"] = await refusal(wrong.commit())

    print(json.dumps(steps))


asyncio.run(main())
