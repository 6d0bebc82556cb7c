// What a user of the client by OpenAPI Generator does.
use openapi::apis::auth_api::{AuthApi, AuthApiClient, SignInParams};
use openapi::apis::configuration::Configuration;
use openapi::apis::countries_api::{
    AddCountrySourcesParams, CountriesApi, CountriesApiClient, CreateCountryParams, GetCountryError, GetCountryParams, ListCountriesParams,
};
use openapi::apis::downloads_api::{DownloadStreamParams, DownloadsApi, DownloadsApiClient};
use openapi::apis::streams_api::{StreamsApi, StreamsApiClient, UploadStreamParams};
use openapi::apis::Error;
use openapi::models::{self, countries_create_data, sources_link_input, ObjectsIncludedResource};
use std::env::var;
use std::sync::Arc;

type Anything = Box<dyn std::error::Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Anything> {
    let mut configuration = Configuration { base_path: var("SERVICE_URL")?, ..Default::default() };
    let mut credentials = models::SignInBody::new();
    credentials.username = Some(var("SERVICE_USERNAME")?);
    credentials.password = Some(var("SERVICE_PASSWORD")?);
    let signed_in = AuthApiClient::new(Arc::new(configuration.clone()))
        .sign_in(SignInParams::builder().sign_in_body(credentials).build())
        .await?;
    configuration.bearer_access_token = Some(signed_in.meta.jwt);
    let configuration = Arc::new(configuration);
    let countries = CountriesApiClient::new(configuration.clone());

    let listed = ListCountriesParams::builder()
        .filter_left_square_bracket_iso_code_right_square_bracket("C001".into())
        .include("sources".into())
        .build();
    let found = countries.list_countries(listed).await?;
    assert_eq!(found.data[0].attributes.iso_code.as_deref(), Some("C001"));
    let included = found.included.unwrap_or_default();
    assert_eq!(included.len(), 2);
    let document = included.iter().find_map(|one| match one {
        ObjectsIncludedResource::Documents(resource) => Some(resource.id.clone()),
        _ => None,
    });

    let mut attributes = models::CountriesCreateAttributes::new("RS".into());
    attributes.population = Some(Some(7));
    let data = models::CountriesCreateData::new(countries_create_data::Type::Countries, attributes);
    let body = models::CountriesCreateBody::new(data);
    let created = countries.create_country(CreateCountryParams::builder().countries_create_body(body).build()).await?;
    assert_eq!(created.data.attributes.population, Some(Some(7)));

    let link = models::SourcesLinkInput::new(document.ok_or("no document")?, sources_link_input::Type::Documents);
    let added = AddCountrySourcesParams::builder()
        .object_id(created.data.id.clone())
        .sources_links_body(models::SourcesLinksBody::new(vec![link]))
        .build();
    countries.add_country_sources(added).await?;

    let sent: Vec<u8> = (0..=255).collect();
    std::fs::write("bytes.bin", &sent)?;
    let upload = UploadStreamParams::builder().file_name("bytes.bin".into()).body("bytes.bin".into()).build();
    let stream = StreamsApiClient::new(configuration.clone()).upload_stream(upload).await?.data;
    let which = DownloadStreamParams::builder().stream_id(stream.id.to_string()).build();
    let back = DownloadsApiClient::new(configuration).download_stream(which).await?;
    assert_eq!(std::fs::read(back)?, sent);

    let absent = GetCountryParams::builder().object_id("no-such-country".into()).build();
    match countries.get_country(absent).await {
        Err(Error::ResponseError(refusal)) => match refusal.entity {
            Some(GetCountryError::DefaultResponse(answer)) => {
                assert_eq!(answer.error.code, models::ErrorCode::NotFound)
            }
            other => panic!("not as expected: {other:?}"),
        },
        other => panic!("not refused: {other:?}"),
    }
    Ok(())
}
